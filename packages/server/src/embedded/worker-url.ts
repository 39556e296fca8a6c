/**
 * Where a worker's file stands: `.ts` as the repository runs it, `.js` as it is published. `name` is without extension,
 * beside this file.
 */
export const workerUrl = (name: string): URL =>
  new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
