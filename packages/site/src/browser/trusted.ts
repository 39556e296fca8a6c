import type { ArticleHtml } from '../app/article.tsx'
import { ARTICLE_POLICY } from '../policy.ts'

interface Rules {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

/** The part of the Trusted Types API that is used; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Rules,
  ): { createHTML(html: string): TrustedHTML; createScriptURL(url: string): object }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(ARTICLE_POLICY, { createHTML: (html) => html, createScriptURL: ownScript })

/**
 * Says of an article that it may be inserted. Only for HTML that our own build rendered and our own origin served, in
 * the page or as page-data: it has been through ingest's allow-list.
 */
export function trustArticle(html: string): ArticleHtml {
  return { __html: policy ? policy.createHTML(html) : html }
}

/** Says of a script beside this one that it may run in a worker. @throws TypeError for any other. */
export function trustScript(url: URL): object {
  return policy ? policy.createScriptURL(url.href) : new URL(ownScript(url.href))
}

function ownScript(url: string): string {
  const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'))
  if (folderOf(url) === folderOf(import.meta.url)) return url
  throw new TypeError(`${url} is no script of this site.`)
}
