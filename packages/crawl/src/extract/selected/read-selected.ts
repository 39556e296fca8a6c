/** Reads a page by the selectors of a configuration. */
import type { DocRecord } from '@docent/engine'
import { makeRecords, type RecordPage } from '@docent/ingest/records'
import { textContent } from 'domutils'
import type { ExtractedPage } from '../../result/extracted-page.ts'
import type { CompiledRule } from '../configs/compile-rules.ts'
import type { PageRule } from '../configs/site-config.ts'
import { contentLinks } from '../content/content-links.ts'
import type { PageTree } from '../read-document.ts'
import { cutRuns, type TextRun } from './cut-runs.ts'
import { selectLevel } from './select-level.ts'
import { type Defaults, pageFacts, selectAttributes, setAttributes } from './selected-attributes.ts'
import { selectHeadings } from './selected-headings.ts'

/** The records of a page by a rule. @param groups named groups of the pattern that its address matched. */
export function readSelected(
  { document, head, url }: PageTree,
  compiled: CompiledRule,
  groups: Record<string, string>,
  defaults: Defaults,
): Omit<ExtractedPage, 'url'> {
  const { rule, excluded } = compiled
  const headings = selectHeadings(document, compiled)
  const { notes } = headings
  const contents = new Set(selectLevel(compiled.content, document, compiled))
  if (contents.size === 0) notes.push('No element matches the selector of the text.')
  const isStopped = rule.stopTexts.length > 0 && rule.stopTexts.some((text) => textContent(document).includes(text))
  if (isStopped) notes.push('The page has a text of "stop_content".')
  const runs = isStopped ? [] : cutRuns(document, compiled, headings, contents, defaults.group)
  const attributes = selectAttributes(document, compiled, groups)
  const facts = pageFacts(attributes, defaults)
  const records = wantedRecords(
    runs.flatMap((run) => recordsOf(run, url, rule, facts)),
    rule,
  )
  for (const record of records) setAttributes(record, attributes)
  return {
    layout: 'selectors',
    title: runs.find((run) => run.title !== '')?.title ?? head.title,
    group: runs[0]?.group ?? defaults.group,
    ...facts,
    records,
    links: contentLinks({ roots: [...contents], base: head.base, excluded }),
    usesTwin: false,
    notes,
  }
}

function recordsOf(
  { group, title, sections }: TextRun,
  url: string,
  { tags, pageRank }: PageRule,
  facts: Pick<RecordPage, 'lang' | 'version'>,
): DocRecord[] {
  const records = makeRecords({ url, title, label: title, group, tags, ...facts }, sections)
  for (const record of records) {
    record.weight.pageRank = pageRank
    if (title !== '') continue
    record.hierarchy.lvl1 = null
    if (record.type === 'lvl1') {
      record.type = 'lvl0'
      record.weight.level = 100
    }
  }
  return records
}

/** The records that the rule wants, with positions of the page and ids of their own: several runs may have the same ones. */
function wantedRecords(records: DocRecord[], { onlyContent, minIndexedLevel }: PageRule): DocRecord[] {
  const wanted = records.filter(({ type, content, code }) => {
    const hasText = content !== null || code !== undefined
    return hasText || (!onlyContent && Number(type.slice(3)) >= minIndexedLevel)
  })
  const ids = new Map<string, number>()
  for (const [position, record] of wanted.entries()) {
    record.weight.position = position
    const count = ids.get(record.objectID) ?? 0
    ids.set(record.objectID, count + 1)
    if (count > 0) record.objectID += `-${count}`
  }
  return wanted
}
