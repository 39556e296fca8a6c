import { House, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/** The message for an address without a page. @param suggestions links to pages with a similar address. */
export function NotFoundMessage({ suggestions }: { suggestions: ReactNode }): ReactNode {
  const { words } = useFrame()
  return (
    <div className="message">
      <p className="message-code">404</p>
      <h1>{words.notFoundTitle}</h1>
      <p>{words.notFoundText}</p>
      {suggestions}
      <p className="message-actions">
        <HomeLink />
      </p>
    </div>
  )
}

/** The message for a page whose rendering failed. */
export function ErrorMessage(): ReactNode {
  const { page, words, href } = useFrame()
  return (
    <div className="message">
      <p className="message-code">500</p>
      <h1>{words.errorTitle}</h1>
      <p>{words.errorText}</p>
      <p className="message-actions">
        <a className="button" data-variant="primary" href={href(page.url)} data-native>
          <RotateCw className="icon" aria-hidden />
          {words.tryAgain}
        </a>
        <HomeLink />
      </p>
    </div>
  )
}

function HomeLink(): ReactNode {
  const { words, href } = useFrame()
  return (
    <a className="button" data-variant="secondary" href={href('/')}>
      <House className="icon" aria-hidden />
      {words.home}
    </a>
  )
}
