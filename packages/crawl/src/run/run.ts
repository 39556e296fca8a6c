/** The state that the phases of one crawl share. */
import type { ScopeArea } from '../discover/scope.ts'
import type { Fetcher } from '../net/fetcher.ts'
import type { Pace } from '../net/pace.ts'
import type { RobotsRules } from '../net/robots.ts'
import type { Renderer } from '../render/renderer.ts'
import type { CrawlLimits, CrawlOptions } from './crawl-options.ts'
import type { TwinSource } from '../result/verdict.ts'
import type { Waiting } from '../store/frontier.ts'
import type { CrawlStore } from '../store/store.ts'

/** One crawl. */
export interface Run {
  /** Its number in the store. */
  id: number
  options: CrawlOptions
  limits: CrawlLimits
  store: CrawlStore
  fetcher: Fetcher
  /** Areas whose addresses are requested; grows when a start address redirects. */
  areas: ScopeArea[]
  /** Whether links lead to further pages. */
  follow: boolean
  /** Where the pages of the site have Markdown twins. */
  twins?: TwinSource
  /** Scripts of menus that were requested. */
  menus: Set<string>
  /** Addresses that failed and may succeed later; they are requested once more at the end. */
  again: Waiting[]
  /** Addresses whose answer was that they are unchanged (`conditions.ts`). */
  unchanged: Waiting[]
  /** Pages of this crawl whose HTML has its end, and those without (`cut-answers.ts`). */
  ends: { whole: number; open: number }
  /** The pace of each origin that was requested. */
  paces: Map<string, Pace>
  /** Renders a page in Chromium; absent where there is none. @throws RenderError */
  render?: Renderer['render']
  robotsOf: (origin: string) => Promise<RobotsRules>
  note: (text: string) => void
}
