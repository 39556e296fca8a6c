/**
 * The sidebar: the navigation as nested lists, groups as `<details>`. A small navigation is open; in a large one only
 * the groups above the current page are. What a reader opened stays open.
 */
import { ArrowUpRight, ChevronRight, X } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { NavItem } from '@docent/ingest'
import { pathKey } from '../paths.ts'
import { useFrame } from './context.ts'
import { NamedIcon } from './icon.tsx'

/** Up to so many links, the groups of the first level are open from the start: about three screens of a laptop. */
const OPEN_UP_TO = 60

/** The navigation of the page's language and version. */
export function Sidebar(): ReactNode {
  const { items, page, words } = useFrame()
  const small = countLinks(items) <= OPEN_UP_TO
  return (
    <div className="sidebar" id="sidebar" popover="auto">
      <button type="button" className="icon-button sidebar-close" popoverTarget="sidebar" popoverTargetAction="hide">
        <X className="icon" aria-hidden />
        <span className="sr-only">{words.close}</span>
      </button>
      <nav aria-label={words.docs}>
        <NavList items={items} current={pathKey(page.url)} open={small} />
      </nav>
    </div>
  )
}

interface NavListProps {
  items: NavItem[]
  /** Path key of the page that is read. */
  current: string
  /** Whether groups of this level are open though the page is not in them. */
  open: boolean
}

function NavList({ items, current, open }: NavListProps): ReactNode {
  return (
    <ul>
      {items.map((item, position) => {
        // Items have no identity but their place; a URL may stand twice.
        const key = `${position} ${item.url ?? item.title}`
        if (item.children.length === 0) return <NavLeaf key={key} item={item} current={current} />
        return <NavGroup key={key} item={item} current={current} open={open} />
      })}
    </ul>
  )
}

const NavLeaf = memo(function NavLeaf({ item, current }: { item: NavItem; current: string }): ReactNode {
  return (
    <li>
      <NavLink item={item} current={current} />
    </li>
  )
})

function NavGroup({ item, current, open }: { item: NavItem; current: string; open: boolean }): ReactNode {
  const { words } = useFrame()
  const holdsPage = contains(item, current)
  const [isOpen, setOpen] = useState(open || holdsPage)
  const [heldPage, setHeldPage] = useState(holdsPage)
  if (holdsPage !== heldPage) {
    setHeldPage(holdsPage)
    if (holdsPage) setOpen(true)
  }
  const children = <NavList items={item.children} current={current} open={false} />
  const chevron = <ChevronRight className="icon nav-chevron" aria-hidden />
  if (item.url === undefined) {
    return (
      <li className="nav-group">
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="nav-summary">
            <span className="nav-title">
              {item.icon && <NamedIcon name={item.icon} />}
              {item.title}
            </span>
            {chevron}
          </summary>
          {children}
        </details>
      </li>
    )
  }
  // A link inside a summary would be a control in a control: the link stands beside it.
  return (
    <li className="nav-group nav-group-linked">
      <NavLink item={item} current={current} />
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="nav-toggle" aria-label={words.toggle(item.title)}>
          {chevron}
        </summary>
        {children}
      </details>
    </li>
  )
}

function NavLink({ item, current }: { item: NavItem; current: string }): ReactNode {
  const { href } = useFrame()
  const url = item.url ?? '/'
  if (!url.startsWith('/')) {
    return (
      <a className="nav-link" href={url} rel="noopener" data-external>
        {item.title}
        <ArrowUpRight className="icon" aria-hidden />
      </a>
    )
  }
  return (
    <a className="nav-link" href={href(url)} aria-current={pathKey(url) === current ? 'page' : undefined}>
      {item.icon && <NamedIcon name={item.icon} />}
      {item.title}
    </a>
  )
}

function contains(item: NavItem, current: string): boolean {
  return item.children.some((child) => isAt(child, current) || contains(child, current))
}

function isAt(item: NavItem, current: string): boolean {
  return item.url !== undefined && pathKey(item.url) === current
}

function countLinks(items: NavItem[]): number {
  return items.reduce((sum, item) => sum + 1 + countLinks(item.children), 0)
}
