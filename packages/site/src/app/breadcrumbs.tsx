import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/** The groups above the page. Nothing for a page at the top level. */
export function Breadcrumbs(): ReactNode {
  const { page, words, href } = useFrame()
  if (page.breadcrumbs.length === 0) return null
  return (
    <nav className="breadcrumbs" aria-label={words.breadcrumbs}>
      <ol>
        {page.breadcrumbs.map(({ title, url }, position) => (
          // Two groups of a trail may have the same title, so the position is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={position}>{url === undefined ? title : <a href={href(url)}>{title}</a>}</li>
        ))}
      </ol>
    </nav>
  )
}
