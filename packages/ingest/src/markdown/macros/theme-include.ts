/** Includes of Minimal Mistakes: `video`, and `gallery` and `feature_row`, which show a list of the front matter. */
import { tableOf, textOf } from '../../folder/plain-data.ts'
import type { Output } from './output.ts'
import type { Macro } from './scan.ts'
import { type MacroState, writeMarkdown } from './state.ts'

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 200

/** Writes the list that an include shows; false for another include, or without its list. A video gets its host's name. */
export function themeInclude(macro: Macro, output: Output, state: MacroState): boolean {
  const provider = macro.arguments.named.get('provider') ?? ''
  if (macro.name === 'video' && /^(?:youtube|vimeo)$/.test(provider)) macro.name = provider
  const write = WRITERS[macro.name]
  if (write === undefined) return false
  const { named } = macro.arguments
  const list = state.frontMatter[named.get('id') ?? macro.name]
  if (!Array.isArray(list)) return false
  const blocks = list.slice(0, MAX_ENTRIES).flatMap((one: unknown) => write(tableOf(one) ?? {}))
  const caption = named.get('caption')
  const line = state.lineAt(macro.from)
  const texts = [...blocks, ...(caption === undefined ? [] : [caption])]
  const lines = texts.join('\n\n').split('\n')
  writeMarkdown(
    output,
    lines.map((text) => ({ text, line })),
    macro,
    state,
  )
  return true
}

type Entry = Record<string, unknown>

const WRITERS: Readonly<Record<string, ((entry: Entry) => string[]) | undefined>> = {
  gallery: (entry) => {
    const image = imageOf(entry.image_path ?? entry.url, entry.alt)
    return image === undefined ? [] : [image]
  },
  feature_row: (entry) => {
    const [title, url] = [textOf(entry.title), textOf(entry.url)]
    const link = url === undefined ? undefined : `[${textOf(entry.btn_label) ?? title ?? url}](<${address(url)}>)`
    const image = imageOf(entry.image_path, entry.alt)
    const parts = [image, title === undefined ? undefined : `**${title}**`, textOf(entry.excerpt), link]
    return parts.filter((part) => part !== undefined)
  },
}

function imageOf(written: unknown, alt: unknown): string | undefined {
  const path = textOf(written)
  return path === undefined ? undefined : `![${(textOf(alt) ?? '').replaceAll(/[[\]]/g, '')}](<${address(path)}>)`
}

function address(path: string): string {
  return path.replaceAll(/[<>\n]/g, '')
}
