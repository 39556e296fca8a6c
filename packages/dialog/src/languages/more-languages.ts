/** The languages that `load-messages.ts` does not name. */
import type { Languages } from './messages.ts'

const traditional = () => import('./zh-hant.ts')

/** By name. */
export const MORE_LANGUAGES: Languages = {
  ar: () => import('./ar.ts'),
  cs: () => import('./cs.ts'),
  fa: () => import('./fa.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  th: () => import('./th.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  'zh-hant': traditional,
  'zh-hk': traditional,
  'zh-mo': traditional,
  'zh-tw': traditional,
}
