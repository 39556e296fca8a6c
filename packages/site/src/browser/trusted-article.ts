import type { ArticleHtml } from '../app/article.tsx'
import { ARTICLE_POLICY } from '../shared/trusted-types-policies.ts'
import { trustedTypes } from './trusted-types.ts'

const policy = trustedTypes?.createPolicy(ARTICLE_POLICY, { createHTML: (html) => html })

/**
 * Says of an article that it may be inserted. Only for HTML that our own build rendered and our own origin served, in
 * the page or as page-data: it has been through ingest's allow-list.
 */
export function trustArticle(html: string): ArticleHtml {
  return { __html: policy ? policy.createHTML(html) : html }
}
