/** `@docent/dialog/button`: the button alone, as `@docsearch/react/button` has it, and Docent's own. */

'use client'

import type { ReactElement } from 'react'

import type { DocSearchTranslations } from '../core/translations.ts'
import { SearchButton, type SearchButtonProps } from './search-button.tsx'

export { SearchButton, type SearchButtonProps }

/** The props of `DocSearchButton`, under DocSearch's names. */
export interface DocSearchButtonProps extends SearchButtonProps {
  translations?: DocSearchTranslations['button'] | undefined
}

/** The button alone. */
export function DocSearchButton({ translations, ...rest }: DocSearchButtonProps): ReactElement {
  return <SearchButton text={translations?.buttonText} {...rest} />
}
