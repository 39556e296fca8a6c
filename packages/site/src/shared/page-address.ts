import { toHref } from './paths.ts'

/** A page with the parts of its public addresses. */
export interface AddressedPage {
  /** `https://docs.example.com`. */
  origin: string
  base: string
  /** Paths of the page and of its Markdown, without the base. */
  url: string
  markdown: string
}

/** An address with `{url}` and `{markdown}` replaced by the encoded addresses of a page and of its Markdown. */
export function pageAddress(template: string, { origin, base, url, markdown }: AddressedPage): string {
  const encoded = (path: string): string => encodeURIComponent(origin + toHref(base, path))
  return template.replaceAll('{url}', () => encoded(url)).replaceAll('{markdown}', () => encoded(markdown))
}
