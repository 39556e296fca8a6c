/**
 * The content of the website: a plain interface that ingest implements and that tests can write by hand. Immutable: a change
 * of the docs makes a new `SiteContent`, passed to `site.update`.
 */
import type { HeaderLink } from '../../shared/appearance.ts'
import type { SavedProblems } from '../../shared/page-data.ts'
import type { Asset, Logo, Navigation, Page } from '@docent/ingest'

/** The docs of a website. */
export interface SiteContent {
  /** Plain text: header, `<title>`, footer. */
  title: string
  pages: Page[]
  /** At least one; the first is the default (landing page, not-found page). */
  navigations: Navigation[]
  assets: Asset[]
  /** For a dev server's author; absent where the last save introduced no problem. */
  savedProblems?: SavedProblems
  /** Links of the header; used when the appearance has none. */
  links?: HeaderLink[]
  /** Logo of the header; used when the appearance has none. */
  logo?: Logo
  /** Absolute path of Mermaid's script; absent when no page has a diagram, or when Mermaid is not installed. */
  diagrams?: string
  /**
   * The article of a page, as ingest's `article.md` describes it: links are root-relative, without the site's base. Called
   * at each request of the page, so it should cache: pages of equal `hash` have equal articles.
   */
  renderArticle(page: Page): Promise<string>
  /**
   * The Markdown of a page, for programs; absent when the content has none. `addressOf` gives the address for a root-relative path of a
   * link.
   */
  readMarkdown?(page: Page, addressOf: (path: string) => string): string
  /** Time of the last change of each source, ISO 8601, by file; absent when unknown. */
  updated?: ReadonlyMap<string, string>
}
