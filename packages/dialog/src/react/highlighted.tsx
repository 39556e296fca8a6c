import type { ReactElement } from 'react'

import type { TextPart } from '../core/highlight.ts'

/** Text with marked matches. Each part is a text node, so it is never parsed as markup. */
export function Highlighted({ parts }: { parts: readonly TextPart[] }): ReactElement {
  return <>{parts.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}</>
}
