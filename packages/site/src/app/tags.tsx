import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '../shared/language.ts'
import { useFrame } from './context.ts'

/** The tags of a page, below its article; each links to the pages with that tag. */
export function TagLinks(): ReactNode {
  const { page, words } = useFrame()
  if (page.tags === undefined || page.tags.length === 0) return null
  return (
    <nav className="tag-links" aria-label={words.tags}>
      <Tag className="icon" aria-hidden />
      <Tags />
    </nav>
  )
}

/** All tags of a language and version, each with its number of pages. */
export function TagList(): ReactNode {
  const { words } = useFrame()
  return (
    <div className="tag-page">
      <h1>{words.tags}</h1>
      <Tags />
    </div>
  )
}

/** The list on a generated page `/tags/…`; nothing on other pages. */
export function TagPages(): ReactNode {
  const { page, words, href } = useFrame()
  const { tagged } = page
  if (tagged === undefined) return null
  return (
    <div className="tag-page">
      <h1>{fill(words.tagged, { tag: page.title })}</h1>
      <ul className="tagged">
        {tagged.pages.map(({ url, title, group, description }) => (
          <li key={url}>
            <a href={href(url)}>{title}</a>
            <span className="tagged-group">{group}</span>
            {description !== '' && <p>{description}</p>}
          </li>
        ))}
      </ul>
      <p>
        <a href={href(tagged.all)}>{words.allTags}</a>
      </p>
    </div>
  )
}

function Tags(): ReactNode {
  const { page, href } = useFrame()
  return (
    <ul className="tags">
      {page.tags?.map(({ title, url, pages }) => (
        <li key={url}>
          <a className="tag" href={href(url)}>
            {title}
            {pages !== undefined && <span>{pages}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
