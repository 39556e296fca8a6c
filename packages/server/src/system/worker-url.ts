/**
 * The URL of a worker's file in the folder of the module that starts it: `.ts` in the repository, `.js` in the published package.
 * `moduleUrl` is that module's `import.meta.url`; `name` has no extension.
 */
export const workerUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
