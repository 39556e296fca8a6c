/** The languages that `load-messages.ts` does not name. */
import type { Languages } from './load-messages.ts'

/** By name. */
export const MORE_LANGUAGES: Languages = {
  cs: () => import('./cs.ts'),
  fa: () => import('./fa.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  id: () => import('./id.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  th: () => import('./th.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  'zh-hant': () => import('./zh-hant.ts'),
}
