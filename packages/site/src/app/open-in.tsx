import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { pageAddress } from '../shared/page-address.ts'
import { useFrame } from './context.ts'

/** Links that open the page in other programs, as the configuration names them. Nothing without entries. */
export function OpenIn(): ReactNode {
  const { site, page, words } = useFrame()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => (menu.current ? closeWhenLeft(menu.current) : undefined), [])
  const { openIn = [], siteUrl } = site
  if (openIn.length === 0 || siteUrl === undefined || page.markdown === undefined) return null
  const address = { origin: siteUrl, base: site.base, url: page.url, markdown: page.markdown }

  return (
    <details ref={menu} className="open-in">
      <summary>
        {words.openIn}
        <ChevronDown className="icon" aria-hidden />
      </summary>
      <ul>
        {openIn.map(({ text, url }) => (
          <li key={text}>
            <a href={pageAddress(url, address)} target="_blank" rel="noopener">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Closes the list on Escape and when the focus leaves it. Returns the end of that. */
function closeWhenLeft(menu: HTMLDetailsElement): () => void {
  const ended = new AbortController()
  const { signal } = ended
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!menu.contains(relatedTarget as Node | null)) menu.open = false
    },
    { signal },
  )
  menu.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      menu.open = false
      menu.querySelector('summary')?.focus()
    },
    { signal },
  )
  return () => ended.abort()
}
