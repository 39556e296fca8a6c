/** The names of the Trusted Types policies. A page can create each only once, so the boot script has its own. */
export const ARTICLE_POLICY = 'docent-article'
/** Of the app, for the worker of the static search. */
export const WORKER_POLICY = 'docent-worker'
/** Of the boot script, for the same worker before the app is loaded. */
export const EARLY_WORKER_POLICY = 'docent-early-worker'
