/** The part of the Trusted Types API that is used; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?(html: string): string; createScriptURL?(url: string): string },
  ): { createHTML(html: string): TrustedHTML; createScriptURL(url: string): object }
}

/** Absent where the browser has none: strings then do. */
export const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
