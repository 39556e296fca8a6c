/**
 * Notebooks (`.ipynb`) as Markdown: the text of Markdown cells, and code cells as fences. Outputs are not read. A first
 * cell of raw text may hold front matter.
 */
import { tableOf } from './plain-data.ts'

/** A cell of notebook format 4, as far as it is read. */
interface Cell {
  kind: string
  source: string
  tags: string[]
  /** Images in the cell, by name, as addresses with data. */
  images: Map<string, string>
}

/** Maximum length (UTF-16 units) of the images that are kept in the text. */
const MAX_IMAGE_UNITS = 200_000

/** Markdown of a notebook. @throws SyntaxError for text that is no notebook of format 4. */
export function notebookMarkdown(json: string): string {
  const data = tableOf(JSON.parse(json))
  const cells = data?.cells
  if (data === undefined || !Array.isArray(cells) || Number(data.nbformat) < 4)
    throw new SyntaxError('it is no notebook of format 4')
  const language = languageOf(data)
  const budget = { units: MAX_IMAGE_UNITS }
  const parts = cells
    .map((cell: unknown) => cellOf(cell, budget))
    .flatMap((cell, index): string[] => {
      if (cell === undefined || cell.tags.some((tag) => /^(?:remove[-_]cell|hide)$/.test(tag))) return []
      if (cell.kind === 'markdown') return [withImages(cell)]
      if (cell.kind === 'raw') return index === 0 && isFrontMatter(cell.source) ? [cell.source] : []
      const isHidden = cell.source.trim() === '' || cell.tags.some((tag) => /^(?:remove|hide)[-_]input$/.test(tag))
      return cell.kind !== 'code' || isHidden ? [] : [codeFence(cell.source, language)]
    })
  return `${parts.join('\n\n')}\n`
}

/** Whether a raw cell is front matter: other ones, a licence for example, are no part of the page. */
function isFrontMatter(source: string): boolean {
  return /^---[ \t]*\n(?:#[^\n]*\n|[ \t]*\n)*[A-Za-z][\w-]*:(?:\s|$)/.test(source)
}

function cellOf(value: unknown, budget: { units: number }): Cell | undefined {
  const table = tableOf(value)
  const source = textOf(table?.source)
  if (table === undefined || typeof table.cell_type !== 'string' || source === undefined) return undefined
  const tags = tableOf(table.metadata)?.tags
  return {
    kind: table.cell_type,
    source,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    images: imagesOf(table.attachments, budget),
  }
}

function imagesOf(attachments: unknown, budget: { units: number }): Map<string, string> {
  const images = new Map<string, string>()
  for (const [name, types] of Object.entries(tableOf(attachments) ?? {})) {
    for (const [type, data] of Object.entries(tableOf(types) ?? {})) {
      const text = textOf(data)?.replaceAll(/\s/g, '')
      if (text === undefined || !/^image\/(?:png|jpeg|gif|webp)$/.test(type) || !/^[\w+/=]*$/.test(text)) continue
      if (text.length > budget.units) continue
      budget.units -= text.length
      images.set(name, `data:${type};base64,${text}`)
    }
  }
  return images
}

function withImages({ source, images }: Cell): string {
  if (images.size === 0) return source
  return source.replaceAll(/\(attachment:([^)\s]+)/g, (whole, name: string) => {
    const image = images.get(name)
    return image === undefined ? whole : `(${image}`
  })
}

function codeFence(source: string, language: string): string {
  const longest = Array.from(source.matchAll(/^[ \t]*(`{3,})/gm), ([, ticks = '']) => ticks.length)
  const fence = '`'.repeat(Math.max(2, ...longest) + 1)
  return `${fence}${language}\n${source.replace(/\n$/, '')}\n${fence}`
}

function languageOf(data: Record<string, unknown>): string {
  const metadata = tableOf(data.metadata)
  const name = tableOf(metadata?.language_info)?.name ?? tableOf(metadata?.kernelspec)?.language
  return typeof name === 'string' && /^[\w+#-]+$/.test(name) ? name : 'python'
}

/** A text, which notebooks may write as a list of lines. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('') : undefined
}
