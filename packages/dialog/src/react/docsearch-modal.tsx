/** `@docent/dialog/modal`: the dialog alone, as `@docsearch/react/modal` has it. */

'use client'

import type { ReactElement } from 'react'

import type { DocSearchTranslations } from '../core/translations.ts'
import { DocSearchDialog, type DocSearchProps } from './doc-search.tsx'

/** The props of `DocSearchModal`, under DocSearch's names. */
export interface DocSearchModalProps extends Omit<DocSearchProps, 'translations'> {
  onClose: () => void
  translations?: DocSearchTranslations['modal'] | undefined
  /** Accepted for compatibility and ignored: the page keeps its scroll position without it. */
  initialScrollY?: number | undefined
}

/** The dialog alone, open while it is rendered. */
export function DocSearchModal({ translations, ...rest }: DocSearchModalProps): ReactElement {
  return <DocSearchDialog {...rest} open translations={translations && { modal: translations }} />
}
