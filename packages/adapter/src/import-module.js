/**
 * Imports a module by its address, in the browser: the comments keep bundlers from looking for it. Written in JavaScript, since
 * TypeScript would wrap the address in a call, inside which Rspack does not see the comments.
 */
export const importModule = (address) =>
  import(/* webpackIgnore: true */ /* @vite-ignore */ /* turbopackIgnore: true */ address)
