import { memo, type ReactNode } from 'react'

/** An article's HTML: a string on the server, `TrustedHTML` in a browser with Trusted Types. */
export interface ArticleHtml {
  __html: string | TrustedHTML
}

/**
 * The article: static HTML from our own build, which React does not parse. Hydration leaves it unchanged, and it is
 * inserted again only when `html` is another object.
 */
export const Article = memo(function Article({ html, dir }: { html: ArticleHtml; dir: 'rtl' | undefined }): ReactNode {
  // oxlint-disable-next-line react/no-danger -- the only insertion of HTML; in the browser the policy `docent-article` checks it
  return <article className="article" dir={dir} dangerouslySetInnerHTML={html} suppressHydrationWarning />
})
