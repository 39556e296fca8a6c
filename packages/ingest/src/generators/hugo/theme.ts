/** Names of Hugo's themes for documentation, by a part of the theme's or module's name. */
import { tableOf, textOf } from '../../folder/plain-data.ts'

const THEMES: readonly (readonly [part: string, name: string])[] = [
  ['docsy', 'Docsy'],
  ['geekdoc', 'Geekdoc'],
  ['relearn', 'Relearn'],
  ['hextra', 'Hextra'],
  ['doks', 'Doks'],
  ['thulite', 'Doks'],
  ['lotusdocs', 'Lotus Docs'],
  ['hugo-book', 'Book'],
  ['theme-learn', 'Learn'],
  ['techdoc', 'Techdoc'],
  ['blowfish', 'Blowfish'],
  ['congo', 'Congo'],
  ['papermod', 'PaperMod'],
  ['ananke', 'Ananke'],
  ['book', 'Book'],
  ['learn', 'Learn'],
]

/** The theme that a configuration (keys in lower case) names, as `theme` or as an imported module. */
export function themeOf(data: Record<string, unknown>): string | undefined {
  const imports = tableOf(data.module)?.imports
  const modules = Array.isArray(imports) ? imports.map((one) => textOf(tableOf(one)?.path)) : []
  const names = [data.theme, ...modules].flat().filter((name) => typeof name === 'string')
  for (const name of names) {
    const found = THEMES.find(([part]) => name.toLowerCase().includes(part))
    if (found !== undefined) return found[1]
  }
  return undefined
}
