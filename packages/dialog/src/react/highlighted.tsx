import type { ReactElement } from 'react'

import type { TextPart } from '../core/highlight.ts'

/**
 * Text with marked matches. Each part is a text node, so it is never parsed as markup. Other parts are another element: the
 * translators of browsers replace text nodes, and React cannot change or remove the replaced ones.
 */
export function Highlighted({ parts, className }: { parts: readonly TextPart[]; className?: string }): ReactElement {
  return (
    <span key={JSON.stringify(parts)} className={className}>
      {parts.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}
    </span>
  )
}
