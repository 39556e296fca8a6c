/** The levels of the trail that a configuration selects on a page. */
import type { Document, Element } from 'domhandler'
import type { CompiledRule } from '../configs/compile-rules.ts'
import { levelText, selectLevel } from './select-level.ts'

/** The elements of a page that set a level of the trail. */
export interface SelectedHeadings {
  levels: Map<Element, number>
  /** By level: the text on the whole page, of a global level or of one without an element. */
  fixed: (string | undefined)[]
  /** Sentences about selectors without an element. */
  notes: string[]
}

/** The headings of a page. An element that several levels select has the first of them. */
export function selectHeadings(document: Document, compiled: CompiledRule): SelectedHeadings {
  const levels = new Map<Element, number>()
  const fixed: (string | undefined)[] = []
  const notes: string[] = []
  for (const [depth, level] of compiled.levels.entries()) {
    if (level === undefined) continue
    const elements = selectLevel(level, document, compiled)
    if (elements.length === 0) {
      fixed[depth] = level.fallback
      if (level.selectors.length > 0) notes.push(`No element matches the selector of lvl${depth}.`)
    } else if (level.global) fixed[depth] = levelText(level, elements, compiled)
    else for (const element of elements) if (!levels.has(element)) levels.set(element, depth)
  }
  return { levels, fixed, notes }
}
