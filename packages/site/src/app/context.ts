import { createContext, use, useCallback } from 'react'
import type { NavItem } from '@docent/ingest'
import type { PageView, SiteInfo } from '../shared/page-data.ts'
import { toHref } from '../shared/paths.ts'
import type { Words } from '../shared/words.ts'

/** What every part of the frame may need to know. */
export interface FrameState {
  site: SiteInfo
  page: PageView
  /** The sidebar's items, of the page's own navigation. */
  items: NavItem[]
  words: Words
  /** What a link to a page holds. */
  href(url: string): string
}

/** Holds the state of the frame; `undefined` outside of one. */
export const FrameContext = createContext<FrameState | undefined>(undefined)

/** @throws TypeError outside of a frame. */
export function useFrame(): FrameState {
  const state = use(FrameContext)
  if (!state) throw new TypeError('useFrame must be called inside a Frame.')
  return state
}

/** The links of a site: the same function for the same base. */
export function useHref(base: string): FrameState['href'] {
  return useCallback((url) => toHref(base, url), [base])
}
