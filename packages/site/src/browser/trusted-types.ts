/** The part of the Trusted Types API that is used; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?(html: string): string; createScriptURL?(url: string): string },
  ): { createHTML(html: string): TrustedHTML; createScriptURL(url: string): object }
}

/**
 * Absent where the browser has none: strings then do. Asked for as an own property of the window, since where there is
 * none, a heading with the id `trustedTypes` would be taken for it.
 */
export const trustedTypes: TrustedTypes | undefined = Object.hasOwn(globalThis, 'trustedTypes')
  ? (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  : undefined
