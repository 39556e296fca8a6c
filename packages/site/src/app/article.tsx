import { memo, type ReactNode } from 'react'

/** An article's HTML: a string on the server, made by the Trusted Types policy in the browser. */
export interface ArticleHtml {
  __html: string | TrustedHTML
}

/**
 * The article: static HTML from our own build, which React carries but never looks into. Hydration leaves it as it is,
 * and it is inserted again only when `html` is another object.
 */
export const Article = memo(function Article({ html }: { html: ArticleHtml }): ReactNode {
  // oxlint-disable-next-line react/no-danger -- the one place for HTML; in the browser it passes the policy `docent-article`
  return <article className="article" dangerouslySetInnerHTML={html} suppressHydrationWarning />
})
