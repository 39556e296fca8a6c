/**
 * The Markdown twin of a page gives the text of its sections where it agrees with the HTML, which gives the anchors: it
 * has the source of code and formulas, and tabs that the HTML does not show.
 *
 * They agree where at least `OF_HTML` of the words of the HTML are in the Markdown, repeated words counted, and
 * `OF_TWIN` the other way round. This holds for the page, then for each section; the headings must be the same.
 */
import { TooCostly } from '@docent/ingest/limits'
import { markdownSections } from '@docent/ingest/markdown'
import type { Piece, SectionText } from '@docent/ingest/records'

const OF_HTML = 0.9
const OF_TWIN = 0.7

/** The sections with the text of the twin, and a note where the twin is not used. */
export function withTwin(
  sections: SectionText[],
  markdown: string | undefined,
): { sections: SectionText[]; usesTwin: boolean; notes: string[] } {
  const refused = (...notes: string[]) => ({ sections, usesTwin: false, notes })
  if (markdown === undefined) return refused()
  const twin = sectionsOf(markdown)
  if (typeof twin === 'string') return refused(`The Markdown of the page is not used: ${twin}.`)
  const fault = differenceOf(sections, twin)
  if (fault !== undefined) return refused(`The Markdown of the page is not used: ${fault}.`)
  return {
    sections: sections.map((section, index) => {
      const other = twin[index]
      return other !== undefined && isSame(shares(wordsOf([section]), wordsOf([other])))
        ? { ...section, pieces: other.pieces.filter((piece) => !isNoteForAgents(piece, section)) }
        : section
    }),
    usesTwin: true,
    notes: [],
  }
}

/** A line that generators add to twins only: the address of `llms.txt`. */
function isNoteForAgents({ kind, text }: Piece, { pieces }: SectionText): boolean {
  if (kind === 'code' || !/\bllms(?:-full)?\.txt\b/.test(text)) return false
  return !pieces.some((piece) => plain(piece.text).includes(plain(text)))
}

function sectionsOf(markdown: string): SectionText[] | string {
  try {
    return markdownSections(markdown)
  } catch (error) {
    if (error instanceof TooCostly) return error.message
    throw error
  }
}

/** The reason why a twin does not agree; `undefined` if it does. */
function differenceOf(sections: SectionText[], twin: SectionText[]): string | undefined {
  const all = shares(wordsOf(sections), wordsOf(twin))
  if (!isSame(all)) {
    const [ofHtml, ofTwin] = [all.ofHtml, all.ofTwin].map((share) => Math.floor(share * 100))
    return `it has ${ofHtml} % of the words of the HTML, and the HTML ${ofTwin} % of its words`
  }
  const at = sections.findIndex(({ text }, index) => plain(text) !== plain(twin[index]?.text ?? ''))
  if (at >= 0) return `the HTML has the heading "${sections[at]?.text}", the Markdown "${twin[at]?.text ?? ''}"`
  return sections.length === twin.length ? undefined : `it has more headings than the HTML`
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function isSame({ ofHtml, ofTwin }: ReturnType<typeof shares>): boolean {
  return ofHtml >= OF_HTML && ofTwin >= OF_TWIN
}

/** Counts of words. */
function wordsOf(sections: SectionText[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text, pieces } of sections)
    for (const words of [text, ...pieces.map((piece) => piece.text)])
      for (const word of words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The shares of words that both have. */
function shares(html: Map<string, number>, twin: Map<string, number>): { ofHtml: number; ofTwin: number } {
  let both = 0
  for (const [word, count] of html) both += Math.min(count, twin.get(word) ?? 0)
  const share = (counts: Map<string, number>): number => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return all === 0 ? 1 : both / all
  }
  return { ofHtml: share(html), ofTwin: share(twin) }
}
