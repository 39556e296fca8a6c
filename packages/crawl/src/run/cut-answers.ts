/** Answers that end within the page, as those of a server that fails while it writes. Their lengths are right, so that only the HTML shows it. */
import type { StoredPage } from '../store/pages.ts'
import type { Run } from './run.ts'

/**
 * Whether a page lacks its end, which its last answer had. HTML may leave its end out: a crawl in which most pages do so has a site that
 * was changed to that. @param text absent for an unchanged page.
 */
export function isCut(run: Run, text: string | undefined, known: StoredPage | undefined): boolean {
  const { ends } = run
  const isWhole = text === undefined || hasEnd(text) || !/<html/i.test(text.slice(0, HEAD))
  if (isWhole) ends.whole++
  else ends.open++
  return !isWhole && ends.whole > ends.open && known !== undefined && hasEnd(run.store.pages.body(known.body))
}

/** Characters in which a page has the tag `<html>`. */
const HEAD = 2000

/** Characters at the end of a page in which it has `</html>`: comments of caches may follow. */
const TAIL = 4000

const hasEnd = (text: string): boolean => /<\/html/i.test(text.slice(-TAIL))
