import { ArrowLeft, ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageLink } from '../shared/page-data.ts'
import { useFrame } from './context.ts'

/** Links to the pages before and after, in the order of the sidebar. */
export function Pager(): ReactNode {
  const { page, words } = useFrame()
  if (!page.previous && !page.next) return null
  return (
    <nav className="pager" aria-label={words.pager}>
      {page.previous && <PagerLink link={page.previous} rel="prev" label={words.previous} Icon={ArrowLeft} />}
      {page.next && <PagerLink link={page.next} rel="next" label={words.next} Icon={ArrowRight} />}
    </nav>
  )
}

interface PagerLinkProps {
  link: PageLink
  rel: 'prev' | 'next'
  label: string
  Icon: LucideIcon
}

function PagerLink({ link, rel, label, Icon }: PagerLinkProps): ReactNode {
  const { href } = useFrame()
  return (
    <a className="pager-link" rel={rel} href={href(link.url ?? '/')}>
      <Icon className="icon icon-mirrored" aria-hidden />
      <span>
        <span className="pager-label">{label}</span>
        <span className="pager-title">{link.title}</span>
      </span>
    </a>
  )
}
