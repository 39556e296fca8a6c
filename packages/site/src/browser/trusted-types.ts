/** The part of the Trusted Types API that is used; TypeScript's library does not declare it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?(html: string): string; createScriptURL?(url: string): string },
  ): { createHTML(html: string): TrustedHTML; createScriptURL(url: string): object }
}

/**
 * The Trusted Types API; `undefined` where the browser has none, and plain strings are then used. Read as an own property of
 * the window, since otherwise a heading with the id `trustedTypes` could be returned.
 */
export const trustedTypes: TrustedTypes | undefined = Object.hasOwn(globalThis, 'trustedTypes')
  ? (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  : undefined
