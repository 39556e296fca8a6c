/**
 * The content of the website: a plain interface that ingest satisfies, and that a test can write by hand. It is immutable:
 * a change of the docs is a new `SiteContent`, passed to `site.update`.
 */
import type { HeaderLink } from '../../shared/appearance.ts'
import type { Asset, Navigation, Page, Problem } from '@docent/ingest'

/** The docs as the website needs them. */
export interface SiteContent {
  /** Plain text: header, `<title>`, footer. */
  title: string
  pages: Page[]
  /** At least one; the first is the default (landing page, not-found page). */
  navigations: Navigation[]
  assets: Asset[]
  problems: Problem[]
  /** Links of the header, where the appearance has none. */
  links?: HeaderLink[]
  /** The script that draws diagrams (Mermaid's), absolute; absent where no page has one, or nothing draws them. */
  diagrams?: string
  /**
   * The article of a page, as ingest's `article.md` describes it: links are root-relative, without the site's base.
   * Asked whenever the page is read, so it should be quick for a page that was asked before: pages of equal `hash` have
   * equal articles.
   */
  renderArticle(page: Page): Promise<string>
  /** The Markdown of a page, for programs; absent where there is none. */
  readMarkdown?(page: Page): string
  /** When a page's source was last changed, ISO 8601; absent where it is unknown. */
  updated?: ReadonlyMap<string, string>
}
