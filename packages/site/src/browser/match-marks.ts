/** What a reader is led to: the words that matched are marked there, until Escape or the next navigation. */
import { hashTarget } from './scroll-and-focus.ts'

/** The marks of one hit. Who leads to the hit brings them: they are part of the search, which is fetched when it is wanted. */
export interface Marks {
  /** @param heading where the hit's section begins; absent: at the article's own beginning. */
  show(article: Element, heading: Element | undefined): void
  clear(): void
}

let expected: { href: string; marks: Marks | undefined } | undefined
let shown: Marks | undefined

/** The next navigation, if it is to this URL, leads to a hit. @param href absolute. */
export function markAfterNavigation(href: string, marks: Marks | undefined): void {
  expected = { href, marks }
}

/** The reader has arrived. @param url where, as it was asked for. */
export function showMarks(url: URL): void {
  clear()
  if (expected?.href === url.href) shown = expected.marks
  expected = undefined
  const article = document.querySelector('.article')
  if (article) shown?.show(article, hashTarget(url.hash))
}

function clear(): void {
  shown?.clear()
  shown = undefined
}

/** Escape takes the marks away. Once. */
export function clearMarksOnEscape(): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear()
  })
}
