/** The limit of texts that templates make: each step of a template may double a text. */
import { LIMITS } from '../../limits/limits.ts'
import { TooCostly } from '../../limits/cpu-limit.ts'

/** Throws TooCostly for a text of more UTF-16 units than a page may have. */
export function requirePageLength(units: number): void {
  if (units > LIMITS.pageUnits)
    throw new TooCostly(`a text of its template is longer than ${LIMITS.pageUnits} characters`)
}

/** As `replaceAll`. @throws TooCostly */
export function replaceEach(text: string, part: string, by: string): string {
  const parts = text.split(part)
  requirePageLength(text.length + (parts.length - 1) * (by.length - part.length))
  return parts.join(by)
}

/** As `join`. @throws TooCostly */
export function joinTexts(items: readonly string[], sign: string): string {
  requirePageLength(items.reduce((sum, item) => sum + item.length + sign.length, 0))
  return items.join(sign)
}
