/** What a reader is led to: the words that matched are marked there, until Escape or the next navigation. */
import { clearMatches, markMatches } from '@docent/dialog'
import { hashTarget } from './place.ts'

let expected: { href: string; matches: readonly string[] } | undefined

/** The next navigation, if it is to this URL, leads to a hit. @param href absolute. */
export function expectLanding(href: string, matches: readonly string[]): void {
  expected = { href, matches }
}

/** The reader has arrived. @param url where, as it was asked for. */
export function showLanding(url: URL): void {
  const landing = expected?.href === url.href ? expected : undefined
  expected = undefined
  const article = document.querySelector('.article')
  if (landing && article) markMatches(article, hashTarget(url.hash), landing.matches)
  else clearMatches()
}

/** Escape takes the marks away. Once. */
export function startLandings(): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clearMatches()
  })
}
