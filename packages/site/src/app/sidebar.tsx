/**
 * The sidebar: the navigation as nested lists, groups as `<details>`. In a small navigation the groups of the first level
 * are open; in a large one only the groups above the current page are. Groups that a reader opened stay open. In a very
 * large one, a closed group contains only the link to its first page until it is opened, and a list of hundreds of items contains
 * those around the current page until the app runs, since otherwise every page would contain the whole navigation.
 */
import { ArrowUpRight, ChevronRight, X } from 'lucide-react'
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type ToggleEvent,
} from 'react'
import type { NavItem } from '@docent/ingest'
import { FRAME_ID } from '../shared/frame-id.ts'
import { fill } from '../shared/language.ts'
import { pathKey } from '../shared/paths.ts'
import { useFrame } from './context.ts'
import { NamedIcon } from './icon.tsx'

/** Maximum number of links with which the groups of the first level start open: about three screens of a laptop. */
const OPEN_UP_TO = 60

/** Maximum number of links with which closed groups are rendered in full: 300 links are some 30 kB of HTML. */
const WHOLE_UP_TO = 300

/** Maximum number of items of a list that the server renders in full, and the items of a longer one before the current page. */
export const LONGEST_LIST = 200
const AROUND = 50

/**
 * The navigation of the page's language and version.
 * @param list the list of its items, if it is rendered already: the same markup as `NavList`.
 */
export function Sidebar({ list }: { list?: ReactNode }): ReactNode {
  const { words } = useFrame()
  return (
    <div className="sidebar" id={FRAME_ID.sidebar} popover="auto">
      <button
        type="button"
        className="icon-button sidebar-close"
        popoverTarget={FRAME_ID.sidebar}
        popoverTargetAction="hide"
      >
        <X className="icon" aria-hidden />
        <span className="sr-only">{words.close}</span>
      </button>
      <nav aria-label={words.docs}>{list ?? <PageList />}</nav>
    </div>
  )
}

function PageList(): ReactNode {
  const { items, page, words, href } = useFrame()
  const look = useMemo(() => lookOf(items), [items])
  return <NavList items={items} current={pathKey(page.url)} {...look} href={href} toggle={words.toggle} />
}

/** The properties of a navigation's first level that depend on its size. */
export function lookOf(items: NavItem[]): Pick<NavListProps, 'open' | 'whole'> {
  const links = countLinks(items)
  return { open: links <= OPEN_UP_TO, whole: links <= WHOLE_UP_TO }
}

/** The properties of a list of items. */
export interface NavListProps {
  items: NavItem[]
  /** Path key of the current page; empty in groups without it, so that `memo` skips them at a navigation. */
  current: string
  /** Whether groups of this level start open even without the current page. */
  open: boolean
  /** Whether closed groups are rendered in full. */
  whole: boolean
  /** As in `FrameState`. A prop, since every component that reads the context renders again at each navigation. */
  href(url: string): string
  /** The label of a group's toggle, with `{title}`. */
  toggle: string
}

function NavList({ items, ...rest }: NavListProps): ReactNode {
  const { current } = rest
  // The first rendering has the markup of the server.
  const isWhole = useSyncExternalStore(
    neverChanges,
    () => true,
    () => items.length <= LONGEST_LIST,
  )
  const { from, to } = isWhole ? { from: 0, to: Infinity } : rangeAround(items, (item) => isOrHolds(item, current))
  return (
    <ul>
      {items.map((item, position) => {
        if (position === from - 1 || position === to) return omittedAt(position)
        // Two items may have the same URL, so the position is part of the key.
        const key = `${position} ${item.url ?? item.title}`
        return position >= from && position < to && entryOf({ item, ...rest }, key)
      })}
    </ul>
  )
}

const neverChanges = () => (): void => undefined

/** The place of items that follow when the app runs. */
export const omittedAt = (position: number): ReactNode => (
  <li key={position} className="nav-link">
    …
  </li>
)

/**
 * The items of a long list that the server renders: those around the first one that is or holds the current page.
 * @returns positions, `to` excluded.
 */
export function rangeAround(items: NavItem[], isCurrent: (item: NavItem) => boolean): { from: number; to: number } {
  const from = Math.max(0, items.findIndex(isCurrent) - AROUND)
  return { from, to: from + 2 * AROUND }
}

/** The properties of one item. */
export type NavItemProps = Omit<NavListProps, 'items'> & {
  item: NavItem
  /** Of a group: the list of its items, if it is rendered already. */
  list?: ReactNode
}

/** An item of a list: a link, or a group. */
export function entryOf(props: NavItemProps, key?: string): ReactNode {
  const { item, current, href } = props
  if (item.children.length === 0)
    return <NavLeaf key={key} item={item} isCurrent={isLinkTo(item, current)} href={href} />
  const own = isOrHolds(item, current) ? current : ''
  return <NavGroup key={key} {...props} current={own} />
}

/** Memoized: of hundreds of links, two change at a navigation. */
const NavLeaf = memo(function NavLeaf(props: NavLinkProps): ReactNode {
  return (
    <li>
      <NavLink {...props} />
    </li>
  )
})

const NavGroup = memo(function NavGroup({ item, list, ...rest }: NavItemProps): ReactNode {
  const { current, open, href, toggle } = rest
  const holdsPage = contains(item, current)
  const details = useRef<HTMLDetailsElement>(null)
  const [toggled, setToggled] = useState({ open: startsOpen(item, open) || holdsPage, at: current })
  // The group opens for each further page that it holds.
  const isOpen = toggled.open || (holdsPage && toggled.at !== current)
  const onToggle = (event: ToggleEvent<HTMLDetailsElement>): void =>
    setToggled({ open: event.currentTarget.open, at: current })
  // The reader may have opened or closed it before hydration.
  useEffect(() => {
    setToggled((now) => (details.current?.open === !now.open ? { ...now, open: !now.open } : now))
  }, [])
  const children = list ?? <NavList {...rest} items={writtenItems(item, rest.whole || isOpen)} open={false} />
  const chevron = <ChevronRight className="icon nav-chevron" aria-hidden />
  if (item.url === undefined) {
    return (
      <li className="nav-group">
        <details ref={details} open={isOpen} onToggle={onToggle}>
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
  // A link inside a summary would be a control inside a control, so the link is beside it.
  return (
    <li className="nav-group nav-group-linked">
      <NavLink item={item} isCurrent={isLinkTo(item, current)} href={href} />
      <details ref={details} open={isOpen} onToggle={onToggle}>
        <summary className="nav-toggle" aria-label={fill(toggle, { title: item.title })}>
          {chevron}
        </summary>
        {children}
      </details>
    </li>
  )
})

interface NavLinkProps {
  item: NavItem
  isCurrent: boolean
  href(url: string): string
}

function NavLink({ item, isCurrent, href }: NavLinkProps): ReactNode {
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
    <a className="nav-link" href={href(url)} aria-current={isCurrent ? 'page' : undefined}>
      {item.icon && <NamedIcon name={item.icon} />}
      {item.title}
    </a>
  )
}

/** Whether a group is open on pages outside it. @param open of its level. */
export function startsOpen(item: NavItem, open: boolean): boolean {
  return item.open ?? open
}

/** The items of a group that are rendered. @param whole whether all are. */
export function writtenItems({ children }: NavItem, whole: boolean): NavItem[] {
  return whole ? children : firstPage(children)
}

/** The first link below a group, as a list of one; empty when there is none. */
function firstPage(items: NavItem[]): NavItem[] {
  for (const { children, ...item } of items) {
    if (item.url !== undefined) return [{ ...item, children: [] }]
    const below = firstPage(children)
    if (below.length > 0) return below
  }
  return []
}

/** Whether a group holds a link to the page or to a section of it. */
export function contains(item: NavItem, current: string): boolean {
  return item.children.some((child) => isAt(child, current) || contains(child, current))
}

const isOrHolds = (item: NavItem, current: string): boolean => isLinkTo(item, current) || contains(item, current)

function isLinkTo({ url = '/' }: NavItem, current: string): boolean {
  return pathKey(url) === current
}

/** Whether an item links to the page or to a section of it. */
function isAt(item: NavItem, current: string): boolean {
  return pageOf(item) === current
}

/** The path key of the page that an item links to. */
export function pageOf({ url }: NavItem): string | undefined {
  return url === undefined ? undefined : pathKey(url.replace(/#[^]*$/, ''))
}

function countLinks(items: NavItem[]): number {
  return items.reduce((sum, item) => sum + 1 + countLinks(item.children), 0)
}
