/** The list of pages in `llms.txt` (llmstxt.org): Markdown links, many of them to Markdown twins of pages. */
import { toAddress } from '../result/address.ts'

/** The pages of a list. */
export interface LlmsList {
  /** Absolute, normalised. */
  pages: string[]
  /** For a link to a Markdown twin (`/guide/setup.md`) the probable address of its page (`/guide/setup`); generators differ. */
  twinPages: string[]
}

/** Reads the list. @param url its address. */
export function readLlmsTxt(text: string, url: string): LlmsList {
  const pages = new Set<string>()
  const twinPages = new Set<string>()
  for (const [, target = ''] of text.matchAll(/\]\(([^()\s]{1,2048})\)/g)) {
    const address = toAddress(target, url)
    if (address === undefined) continue
    const page = pageOfTwin(address)
    const into = page === address ? pages : twinPages
    into.add(page)
  }
  return { pages: [...pages], twinPages: [...twinPages] }
}

/** The addresses at which a page's Markdown twin may be: those of GitBook, Mintlify, Fumadocs and VitePress. */
export function twinOf(address: string): string {
  const url = new URL(address)
  url.search = ''
  url.pathname = url.pathname.endsWith('/') ? `${url.pathname}index.md` : `${url.pathname.replace(/\.html$/, '')}.md`
  return url.href
}

function pageOfTwin(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/(?:\/index(?:\.html)?)?\.mdx?$/, '')
  return url.href
}
