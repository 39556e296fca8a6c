/**
 * The frame around an article: header, sidebar, table of contents, and `main`. The same component runs on the server and
 * in the browser and must render the same markup from the same state, so it must not read the clock, the theme or the
 * window while it renders.
 *
 * Without JavaScript everything except the search works: groups are `<details>`, menus on narrow screens are popovers.
 */
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import type { NavItem } from '@docent/ingest'
import { FRAME_ID } from '../shared/frame-id.ts'
import type { PageView, SavedProblems, SiteInfo } from '../shared/page-data.ts'
import type { Words } from '../shared/words.ts'
import { Article, type ArticleHtml } from './article.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { CopyPage } from './copy-page.tsx'
import { OpenIn } from './open-in.tsx'
import { FrameContext, useFrame, useHref } from './context.ts'
import { Header } from './header.tsx'
import { ArticleFoot } from './article-foot.tsx'
import { Hero } from './hero.tsx'
import { Landing } from './landing.tsx'
import { ErrorMessage, NotFoundMessage } from './message-page.tsx'
import { Pager } from './pager.tsx'
import { Report } from './report.tsx'
import { Sidebar } from './sidebar.tsx'
import { SubHeader } from './sub-header.tsx'
import { TagLinks, TagList, TagPages } from './tags.tsx'
import { DEEPEST, TableOfContents } from './table-of-contents.tsx'

/** Readers never need its code. */
const Problems = lazy(() => import('./problems.tsx'))

/** The state of a frame, and the parts that differ between server and browser. */
export interface FrameProps {
  site: SiteInfo
  page: PageView
  items: NavItem[]
  words: Words
  /** Must be the same object for the same article, since a new object is inserted again. */
  article: ArticleHtml
  /** The search button; its dialog is rendered beside the frame. */
  search: ReactNode
  /** Search results of the search page, or suggestions of the not-found page. */
  results: ReactNode
  /** The sidebar's list, if it is rendered already. */
  list?: ReactNode
  /** The text that a screen reader announces after a navigation. */
  announcement?: string
  /** Why the dev server could not read the docs at the last save. */
  fault?: string | undefined
  /** Problems that the last save introduced; from a dev server. */
  problems?: SavedProblems | undefined
}

/** The whole visible page. */
export function Frame({
  site,
  page,
  items,
  words,
  article,
  search,
  results,
  list,
  announcement = '',
  fault,
  problems,
}: FrameProps): ReactNode {
  const href = useHref(site.base)
  const state = useMemo(() => ({ site, page, items, words, href }), [site, page, items, words, href])
  const withContents = page.kind === 'page' && !page.home && page.headings.some(({ level }) => level <= DEEPEST)
  return (
    <FrameContext value={state}>
      <a className="skip-link" href={`#${FRAME_ID.content}`}>
        {words.skip}
      </a>
      <Header search={search}>
        {site.live && (
          <div className="problems" aria-live="polite" lang="en">
            {(fault !== undefined || problems) && (
              <Suspense>
                <Problems fault={fault} problems={problems} />
              </Suspense>
            )}
          </div>
        )}
      </Header>
      <SubHeader withContents={withContents} />
      <div className={page.home || page.kind === 'landing' ? 'layout layout-home' : 'layout'}>
        <Sidebar list={list} />
        <main id={FRAME_ID.content} tabIndex={-1}>
          <Main article={article} results={results} />
        </main>
        {withContents && <TableOfContents />}
      </div>
      <footer className="footer">
        <p>{site.footer ?? site.title}</p>
        <p>{words.poweredBy}</p>
      </footer>
      <output className="sr-only" aria-live="polite">
        {announcement}
      </output>
    </FrameContext>
  )
}

function Main({ article, results }: Pick<FrameProps, 'article' | 'results'>): ReactNode {
  const { page, words } = useFrame()
  switch (page.kind) {
    case 'landing':
      return <Landing />
    case 'not-found':
      return <NotFoundMessage suggestions={results} />
    case 'search':
      return (
        <div className="search-page">
          <h1>{words.search}</h1>
          {results}
        </div>
      )
    case 'tags':
      return <TagList />
    case 'tag':
      return <TagPages />
    case 'report':
      return <Report />
    case 'error':
      return <ErrorMessage />
    case 'page':
      return (
        <>
          {page.home ? (
            <Hero home={page.home} />
          ) : (
            <div className="page-head">
              <Breadcrumbs />
              <CopyPage />
              <OpenIn key={page.url} />
            </div>
          )}
          <Article html={article} dir={page.dir} />
          <TagLinks />
          <ArticleFoot />
          <Pager />
        </>
      )
  }
}
