/** Pages that say that they are missing. Some hosts send them with the status of a page. */
import type { Document, Element } from 'domhandler'
import { findOne, textContent } from 'domutils'

/** "Not found" in the languages of most docs, as titles have it. It only leads to a question to the host. */
const MISSING =
  /\b404\b|\bnot found\b|does(?: not|n['’]t) exist|nicht gefunden|introuvable|no encontrad[ao]|não encontrad[ao]|non trovat[ao]|niet gevonden|не найден|nie znaleziono|見つかりません|未找到|找不到|찾을 수 없/iu

/** Whether the title of a page or a heading of level 1 says that the page is missing. */
export function saysMissing(document: Document, title: string): boolean {
  if (MISSING.test(title)) return true
  const isHeading = ({ name, children }: Element): boolean =>
    name === 'h1' && MISSING.test(textContent(children).slice(0, 200))
  return findOne(isHeading, document.children, true) !== null
}
