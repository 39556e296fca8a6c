import { ChevronDown, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { FRAME_ID } from '../shared/frame-id.ts'
import { useFrame } from './context.ts'

/** Bar of narrow screens with buttons for the sidebar and the table of contents, which are popovers there. */
export function SubHeader({ withContents }: { withContents: boolean }): ReactNode {
  const { words } = useFrame()
  return (
    <div className="sub-header">
      <button type="button" popoverTarget={FRAME_ID.sidebar}>
        <Menu className="icon" aria-hidden />
        {words.menu}
      </button>
      {withContents && (
        <button type="button" className="contents-button" popoverTarget={FRAME_ID.contents}>
          {words.onThisPage}
          <ChevronDown className="icon" aria-hidden />
        </button>
      )}
    </div>
  )
}
