import { renderToString } from 'react-dom/server.edge'
import { Frame } from '../../app/frame.tsx'
import { SearchButton } from '../../app/search-button.tsx'
import { SearchForm } from '../../app/search-form.tsx'
import type { NavItem } from '@docent/ingest'
import type { PageView, SiteInfo } from '../../shared/page-data.ts'
import { navigationList } from './navigation-list.tsx'
import type { Words } from '../../shared/words.ts'

/** The input of `renderFrame`. */
export interface FrameInput {
  site: SiteInfo
  page: PageView
  items: NavItem[]
  words: Words
  /** HTML of the article, with the site's base in its links. */
  article: string
}

/** The HTML inside `FRAME_ID.app`. The browser hydrates the same component from the same state. */
export function renderFrame({ site, page, items, words, article }: FrameInput): string {
  return renderToString(
    <Frame
      site={site}
      page={page}
      items={items}
      words={words}
      article={{ __html: article }}
      search={<SearchButton />}
      list={navigationList({ items, page, words, base: site.base })}
      results={page.kind === 'search' && <SearchForm />}
    />,
  )
}
