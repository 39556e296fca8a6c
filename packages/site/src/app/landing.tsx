import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IconName, NavItem } from '@docent/ingest'
import { useFrame } from './context.ts'
import { NamedIcon } from './icon.tsx'

/** Maximum number of pages on the card of a group. */
const PAGES_ON_CARD = 5

/** The start page of docs without their own: a card with pages for each group. */
export function Landing(): ReactNode {
  const { page, items, words, href } = useFrame()
  const first = firstPage(items, page.url)
  const groups = items.filter(({ children }) => children.length > 0)
  const single = items.filter(({ children, url }) => children.length === 0 && url !== page.url)
  return (
    <div className="landing">
      <div className="hero">
        <div className="hero-text">
          <h1>{page.title}</h1>
          {first?.url !== undefined && (
            <p className="hero-actions">
              <a className="button" data-variant="primary" href={href(first.url)}>
                {words.read}
                <ArrowRight className="icon icon-mirrored" aria-hidden />
              </a>
            </p>
          )}
        </div>
      </div>
      <div className="landing-groups">
        {single.length > 0 && groups.length > 0 && <Card title={words.docs} pages={single} />}
        {groups.map((group) => (
          <Card key={group.title} title={group.title} icon={group.icon} pages={pagesOf(group)} />
        ))}
        {groups.length === 0 && single.map((item) => <Card key={item.title} title={item.title} pages={[item]} />)}
      </div>
    </div>
  )
}

function Card({ title, icon, pages }: { title: string; icon?: IconName; pages: NavItem[] }): ReactNode {
  const { href } = useFrame()
  return (
    <section className="landing-card">
      <h2>
        {icon && <NamedIcon name={icon} />}
        {title}
      </h2>
      <ul>
        {pages.slice(0, PAGES_ON_CARD).map((page) => (
          <li key={page.url}>
            <a href={href(page.url ?? '/')}>{page.title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pagesOf(item: NavItem): NavItem[] {
  return [...(item.url === undefined ? [] : [item]), ...item.children.flatMap(pagesOf)]
}

function firstPage(items: NavItem[], start: string): NavItem | undefined {
  return items.flatMap(pagesOf).find(({ url }) => url?.startsWith('/') && url !== start)
}
