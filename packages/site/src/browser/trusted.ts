import type { ArticleHtml } from '../app/article.tsx'
import { ARTICLE_POLICY } from '../policy.ts'

/** The part of the Trusted Types API that is used; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): TrustedHTML }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(ARTICLE_POLICY, { createHTML: (html) => html })

/**
 * Says of an article that it may be inserted. Only for HTML that our own build rendered and our own origin served, in
 * the page or as page-data: it has been through ingest's allow-list.
 */
export function trustArticle(html: string): ArticleHtml {
  return { __html: policy ? policy.createHTML(html) : html }
}
