import type { ReactElement } from 'react'

import type { TextPart } from '../core/highlight.ts'

/** Text with its matches marked. Each part is a text node: nothing in it can become markup. */
export function Highlighted({ parts }: { parts: readonly TextPart[] }): ReactElement {
  return <>{parts.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}</>
}
