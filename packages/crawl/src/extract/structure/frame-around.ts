/** Texts of the frame around the content of a page whose content has no element of its own. */
import type { SectionText } from '@docent/ingest/records'
import type { Frame } from './own-text.ts'

/** The sections without the texts of the frame at the beginning of the first and at the end of the last one. */
export function withoutFrameAround(sections: readonly SectionText[], frame: Frame): SectionText[] {
  const [first] = sections
  if (first === undefined || frame.size === 0) return [...sections]
  const isOwn = ({ kind, text }: SectionText['pieces'][number]): boolean =>
    kind === 'code' || text.split('\n').some((line) => !frame.has(line))
  const begin = first.pieces.findIndex(isOwn)
  const lead = { ...first, pieces: begin < 0 ? [] : first.pieces.slice(begin) }
  const all = [lead, ...sections.slice(1)]
  const last = all.at(-1) ?? lead
  const end = last.pieces.findLastIndex(isOwn) + 1
  // A section of such texts alone may be one of many pages: "Examples", "None".
  return end === 0 ? all : [...all.slice(0, -1), { ...last, pieces: last.pieces.slice(0, end) }]
}
