/** Code that DocFX takes from files: `[!code-csharp[Title](a.cs#L1-L5)]` and `:::code source="a.cs" id="part":::`. */
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { partOfFile } from './include-part.ts'
import { sourceLines } from './source-line.ts'

/** A file's code in a page. */
export interface CodeFile {
  path: string
  /** Empty for that of the file's ending. */
  language: string
  /** Title above the block; empty for none. */
  title: string
  /** Name of a part; `undefined` for the whole file or `ranges`. */
  name: string | undefined
  /** Lines, 1-based, inclusive: `1-3,5-`; `undefined` for all. */
  ranges: string | undefined
  /** Marked lines of the shown part; `undefined` for none. */
  marked: string | undefined
}

/** The file and part that an address names: `a.cs#L1-L5`, `a.cs#part`, `a.cs?name=part&highlight=2`. */
export function codeFileOf(address: string, language: string, title: string): CodeFile {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(address) ?? []
  const values = new URLSearchParams(query)
  const [, from, to] = /^L(\d+)(?:-L?(\d+))?$/i.exec(hash) ?? []
  const start = values.get('start')
  const lines = from === undefined ? undefined : `${from}-${to ?? from}`
  const between = start === null ? undefined : `${start}-${values.get('end') ?? ''}`
  const isPart = hash !== '' && lines === undefined
  return {
    path,
    language,
    title,
    name: values.get('name') ?? values.get('region') ?? (isPart ? hash : undefined),
    ranges: lines ?? values.get('range') ?? between,
    marked: values.get('highlight') ?? undefined,
  }
}

/** The lines of a fence with the code; none for a missing file, which is reported. */
export function codeFileLines(code: CodeFile, line: number, context: IncludeContext): string[] {
  const text = includedText(code.path, line, context)
  if (text === undefined) return []
  spend(context.budget, 'units', text.length, line)
  const lines = shownLines(text, code)
  if (lines === undefined) {
    context.report('broken-include', line, `"${code.path}" has no part named "${code.name ?? ''}"; correct the name.`)
    return []
  }
  const columns = lines.filter((one) => one.trim() !== '').map((one) => one.length - one.trimStart().length)
  const indent = columns.reduce((least, one) => Math.min(least, one), Infinity)
  const longest = lines.reduce((most, one) => Math.max(most, /^\s*(`{3,})/.exec(one)?.[1]?.length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  const language = code.language === '' ? (/\.(\w+)$/.exec(code.path)?.[1] ?? '') : code.language.toLowerCase()
  const marks = code.marked === undefined ? '' : ` {${code.marked.replaceAll(/[^\d,-]/g, '')}}`
  const title = code.title === '' ? '' : ` title="${code.title.replaceAll(/["`]/g, '')}"`
  return [`${fence}${language}${marks}${title}`, ...lines.map((one) => one.slice(Math.min(indent, one.length))), fence]
}

function shownLines(text: string, { name, ranges }: CodeFile): string[] | undefined {
  if (name !== undefined) return taggedPart(text, name) ?? partOfFile(text, [name])
  if (ranges === undefined) return partOfFile(text, [])
  return ranges.split(',').flatMap((range) => {
    const [from = '', to] = range.split('-')
    return partOfFile(text, [from.trim(), ...(to === undefined ? [] : [to.trim()])]) ?? []
  })
}

/** The lines between comments `<name>` and `</name>`. */
function taggedPart(text: string, name: string): string[] | undefined {
  const lines = sourceLines(text).map((one) => one.text)
  const isTag = (line: string, tag: string): boolean => line.toLowerCase().includes(tag.toLowerCase())
  const start = lines.findIndex((line) => isTag(line, `<${name}>`))
  if (start < 0) return undefined
  const length = lines.slice(start + 1).findIndex((line) => isTag(line, `</${name}>`))
  const part = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return part.filter((line) => !/^(?:\/\/|#|--|'|<!--)\s*<\/?\w+>(?:\s*-->)?$/.test(line.trim()))
}
