/** Pages that say that they are missing. Some hosts send them with the status of a page. */
import type { Document } from 'domhandler'
import { findOne, textContent } from 'domutils'

/** "Not found" in the languages of most docs, as titles have it. It only leads to a question to the host. */
const MISSING =
  /\b404\b|\bnot found\b|does(?: not|n['’]t) exist|nicht gefunden|introuvable|no encontrad[ao]|não encontrad[ao]|non trovat[ao]|niet gevonden|не найден|nie znaleziono|見つかりません|未找到|找不到|찾을 수 없/iu

/** Whether the title of a page or its first heading of level 1 says that the page is missing. */
export function saysMissing(document: Document, title: string): boolean {
  if (MISSING.test(title)) return true
  const heading = findOne(({ name }) => name === 'h1', document.children, true)
  return heading !== null && MISSING.test(textContent(heading).slice(0, 200))
}
