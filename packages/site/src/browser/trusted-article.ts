import type { ArticleHtml } from '../app/article.tsx'
import { ARTICLE_POLICY } from '../shared/trusted-types-policies.ts'
import { trustedTypes } from './trusted-types.ts'

const policy = trustedTypes?.createPolicy(ARTICLE_POLICY, { createHTML: (html) => html })

/**
 * Marks an article as trusted HTML. Only for HTML that our own build rendered and our own origin served, in the page or as
 * page-data, since ingest has sanitized it with an allow-list.
 */
export function trustArticle(html: string): ArticleHtml {
  return { __html: policy ? policy.createHTML(html) : html }
}
