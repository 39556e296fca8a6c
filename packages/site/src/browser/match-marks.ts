/** Marks the matched words in the section of a hit, until Escape or the next navigation. */
import { hashTarget } from './scroll-and-focus.ts'

/** The marks of one hit. The search passes them in, since their code is part of its bundle. */
export interface Marks {
  /** @param heading the heading of the hit's section; absent: the start of the article. */
  show(article: Element, heading: Element | undefined): void
  clear(): void
}

let expected: { href: string; marks: Marks | undefined } | undefined
let shown: Marks | undefined

/** Sets the marks of the next navigation, which apply if it is to this URL. @param href absolute. */
export function markAfterNavigation(href: string, marks: Marks | undefined): void {
  expected = { href, marks }
}

/** Shows the marks after a navigation. @param url the requested URL. */
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

/** Removes the marks at Escape. To be called once. */
export function clearMarksOnEscape(): void {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear()
  })
}
