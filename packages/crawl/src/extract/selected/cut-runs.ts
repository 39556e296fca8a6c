/**
 * Cuts a page at its selected headings: a heading sets its level of the trail and clears the deeper ones, and texts belong
 * to the heading before them.
 */
import type { Piece, SectionText } from '@docent/ingest/records'
import type { Document, Element } from 'domhandler'
import type { CompiledRule } from '../configs/compile-rules.ts'
import { anchorOf } from '../content/anchor.ts'
import { cutSections } from '../content/cut-sections.ts'
import { inlineText } from '../content/inline-text.ts'
import { strip } from './select-level.ts'
import type { SelectedHeadings } from './selected-headings.ts'

/** Sections with the same first two levels. */
export interface TextRun {
  group: string
  /** Empty: level 1 is absent. */
  title: string
  sections: SectionText[]
}

/** The runs of a page, in order. @param contents the elements with text. @param group the first level, if none is fixed. */
export function cutRuns(
  document: Document,
  compiled: CompiledRule,
  { levels, fixed }: SelectedHeadings,
  contents: ReadonlySet<Element>,
  group: string,
): TextRun[] {
  const { excluded, rule } = compiled
  const { stripChars } = compiled.content
  let run: TextRun = { group: fixed[0] ?? group, title: fixed[1] ?? '', sections: [] }
  const runs = [run]
  let anchor = ''
  const cut = cutSections([document], {
    excluded,
    isHeading: (element) => levels.has(element),
    isMember: () => false,
    isCode: () => false,
    isSelected: (element) => contents.has(element),
  })
  for (const { heading, pieces } of cut) {
    if (stripChars !== undefined) for (const piece of pieces) piece.text = strip(piece.text, stripChars)
    if (heading === undefined) {
      if (pieces.length > 0) run.sections.push({ level: 1, text: '', anchor: '', pieces })
      continue
    }
    const depth = levels.get(heading) ?? 1
    const text = strip(inlineText(heading, excluded), compiled.levels[depth]?.stripChars ?? rule.stripChars)
    if (text === '') {
      append(run, pieces)
      continue
    }
    const isFirst = runs.length === 1 && run.sections.length === 0
    // The first title is that of the page: its address has no anchor.
    anchor = isFirst && depth < 2 ? '' : (anchorOf(heading, excluded) ?? anchor)
    if (depth < 2) {
      run = depth === 0 ? { group: text, title: '', sections: [] } : { group: run.group, title: text, sections: [] }
      runs.push(run)
    }
    run.sections.push({ level: Math.max(1, depth), text, anchor, pieces })
  }
  return runs
}

function append(run: TextRun, pieces: Piece[]): void {
  const last = run.sections.at(-1)
  if (last === undefined) run.sections.push({ level: 1, text: '', anchor: '', pieces })
  else for (const piece of pieces) last.pieces.push(piece)
}
