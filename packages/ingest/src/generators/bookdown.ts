/** Books of bookdown: `_bookdown.yml` names the files of the chapters, whose headings name the parts of the book. */
import { namesIn } from '../folder/folder-names.ts'
import { readText } from '../folder/read-text.ts'
import { tableOf } from '../folder/plain-data.ts'
import type { Layout } from '../folder/site.ts'
import { configurationIn, layoutOf, readData } from './configuration.ts'

/** A book of bookdown: the files of `rmd_files`, else all of the folder by their names, `index.Rmd` first. */
export function bookdownIn(project: string): Layout | undefined {
  const file = configurationIn(project, '_bookdown.yml')
  if (file === undefined) return undefined
  const { rmd_files: listed } = readData(file)
  const named = Array.isArray(listed) ? listed : tableOf(listed)?.html
  const chosen = Array.isArray(named) ? named.filter((name) => typeof name === 'string') : undefined
  const all = namesIn(project).files.filter((name) => /^[^_].*\.rmd$/i.test(name) && !/^readme\./i.test(name))
  const isIndex = (name: string): boolean => /^index\./i.test(name)
  const chapters = chosen ?? [...all.filter(isIndex), ...all.filter((name) => !isIndex(name)).sort()]
  const layout = layoutOf('quarto', project, project, file)
  return { ...layout, configuration: { file, data: { book: { chapters } } } }
}

/** A part of a book, which begins with a heading of its own. */
const PART = /^# \((?:PART|APPENDIX)\\?\*?\)[ \t]*([^\n{]*)/m

/** The chapters of a book of bookdown in their parts, in the form of Quarto's. A file of a part's name alone is none. */
export function inParts(chapters: unknown, folder: string): unknown[] {
  const result: unknown[] = []
  let part: { part: string; chapters: string[] } | undefined
  for (const name of Array.isArray(chapters) ? chapters : []) {
    if (typeof name !== 'string') continue
    const file = configurationIn(folder, name)
    const text = file === undefined ? '' : readText({ absolute: file })
    const title = PART.exec(text)?.[1]?.trim()
    if (title !== undefined && title !== '') {
      part = { part: title, chapters: [] }
      result.push(part)
      if (!/^# (?!\()/m.test(text)) continue
    }
    if (part === undefined) result.push(name)
    else part.chapters.push(name)
  }
  return result
}
