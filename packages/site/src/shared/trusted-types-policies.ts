/** The names of the Trusted Types policies. A page can create each only once, so the boot script has its own. */
export const ARTICLE_POLICY = 'docent-article'
export const WORKER_POLICY = 'docent-worker'
export const EARLY_WORKER_POLICY = 'docent-early-worker'
