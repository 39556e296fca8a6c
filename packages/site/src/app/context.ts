import { createContext, use, useCallback } from 'react'
import type { NavItem } from '@docent/ingest'
import type { PageView, SiteInfo } from '../shared/page-data.ts'
import { toHref } from '../shared/paths.ts'
import type { Words } from '../shared/words.ts'

/** The state that all parts of the frame read. */
export interface FrameState {
  site: SiteInfo
  page: PageView
  /** The sidebar's items, from the page's own navigation. */
  items: NavItem[]
  words: Words
  /** The `href` of a link to a page. */
  href(url: string): string
}

/** The context of the frame's state; `undefined` outside a frame. */
export const FrameContext = createContext<FrameState | undefined>(undefined)

/** The state of the frame. @throws TypeError outside a frame. */
export function useFrame(): FrameState {
  const state = use(FrameContext)
  if (!state) throw new TypeError('useFrame must be called inside a Frame.')
  return state
}

/** A function that makes hrefs; the same function for the same base. */
export function useHref(base: string): FrameState['href'] {
  return useCallback((url) => toHref(base, url), [base])
}
