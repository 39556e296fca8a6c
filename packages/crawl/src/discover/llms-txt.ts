/** The list of pages in `llms.txt` (llmstxt.org): Markdown links, many of them to Markdown twins of pages. */
import { toAddress } from '../result/address.ts'

/**
 * The pages that the list names: absolute, normalised. For a link to a Markdown twin (`/guide/setup.md`) the address of the
 * page (`/guide/setup`).
 */
export function readLlmsTxt(text: string, url: string): string[] {
  const found = new Set<string>()
  for (const [, target = ''] of text.matchAll(/\]\(([^()\s]{1,2048})\)/g)) {
    const address = toAddress(target, url)
    if (address !== undefined) found.add(pageOfTwin(address))
  }
  return [...found]
}

function pageOfTwin(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/(?:\/index(?:\.html)?)?\.mdx?$/, '')
  return url.href
}
