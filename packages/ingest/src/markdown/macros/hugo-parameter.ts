/** Parameters in Hugo's shortcodes: of the page, of the sections around it that hand them down, of the site. */
import { tableOf } from '../../folder/plain-data.ts'
import { frontMatterText } from '../front-matter-text.ts'
import { splitFrontMatter } from '../front-matter.ts'
import type { MacroState } from './state.ts'

/** Folders above a page in which a section is looked for. */
const MAX_LEVELS = 12

/** The parameter of a page, else of the nearest section with one in its `cascade`. @param name in lower case. */
export function pageParameter(name: string, state: MacroState): string | undefined {
  return valueIn(state.frontMatter, name) ?? inherited(name, state)
}

/** The parameter of the page, else of the site; names count without case. */
export function parameterNamed(name: string, state: MacroState): string | undefined {
  const { variables } = state.syntax
  return pageParameter(name, state) ?? variables[`params.${name}`] ?? variables[`site.${name}`]
}

/** A value of a front matter, also in its table `params`. */
function valueIn(frontMatter: Record<string, unknown>, name: string): string | undefined {
  return frontMatterText(name, frontMatter) ?? frontMatterText(`params.${name}`, frontMatter)
}

function inherited(name: string, { read }: MacroState): string | undefined {
  for (let level = 0, up = ''; level < MAX_LEVELS; level++, up += '../') {
    const section = read(`${up}_index.md`)
    if (section === 'outside') return undefined
    if (typeof section !== 'object') continue
    const { cascade } = splitFrontMatter(section.text, () => undefined).data
    for (const one of [cascade].flat()) {
      const table = tableOf(one)
      // A target limits the pages, which is decided when all are known.
      const value = table === undefined || 'target' in table || '_target' in table ? undefined : table
      const text = value === undefined ? undefined : valueIn(value, name)
      if (text !== undefined) return text
    }
  }
  return undefined
}
