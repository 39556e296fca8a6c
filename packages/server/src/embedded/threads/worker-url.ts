/**
 * The URL of a worker's file, which lies beside the module that starts it: `.ts` as the repository runs it, `.js` as it is
 * published. `moduleUrl` is that module's `import.meta.url`; `name` has no extension.
 */
export const workerUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
