import type { ReactNode } from 'react'
import type { Home } from '@docent/ingest'
import { useFrame } from './context.ts'
import { NamedIcon } from './icon.tsx'

/** The head of a landing page, from the author's front matter. */
export function Hero({ home }: { home: Home }): ReactNode {
  const { page, href } = useFrame()
  return (
    <div className="hero">
      <div className="hero-text">
        <h1>{home.title}</h1>
        {home.text !== '' && <p className="hero-line">{home.text}</p>}
        {home.tagline !== '' && <p className="hero-tagline">{home.tagline}</p>}
        {home.actions.length > 0 && (
          <p className="hero-actions">
            {home.actions.map(({ text, url, primary }) => (
              <a key={url + text} className="button" data-variant={primary ? 'primary' : 'secondary'} href={href(url)}>
                {text}
              </a>
            ))}
          </p>
        )}
      </div>
      {home.image !== undefined && <img className="hero-image" src={href(home.image)} alt="" {...page.heroSize} />}
      {home.features.length > 0 && (
        <ul className="features">
          {home.features.map(({ title, details, url, icon }) => (
            <li key={title} className="feature">
              {icon && <NamedIcon name={icon} />}
              <h2>{url === undefined ? title : <a href={href(url)}>{title}</a>}</h2>
              <p>{details}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
