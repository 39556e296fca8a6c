/** Hugo's configuration: one file, or `config/_default/` with a file for each part. Names of keys count without case. */
import { join } from 'node:path'
import { isFolder } from '../../folder/below-root.ts'
import { namesIn } from '../../folder/folder-names.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { configurationIn, readData, oncePerConfiguration } from '../configuration.ts'

const ENDINGS = ['toml', 'yaml', 'yml', 'json']

/** Parts of a configuration that may have files of their own. */
const PARTS = ['params', 'languages', 'menus', 'menu', 'module', 'permalinks', 'markup']

/** Folders and keys that only Hugo's projects have: `config.yaml` is a name of many programs. */
const OWN_FOLDERS = ['archetypes', 'layouts', 'themes', 'content']
const OWN_KEYS = ['baseurl', 'languagecode', 'defaultcontentlanguage', 'contentdir', 'disablekinds', 'markup', 'theme']

/** Maximum depth of tables of the configuration. */
const MAX_DEPTH = 12

/** A language of the site, in the configuration's order. */
export interface HugoLanguage {
  /** Its key, in lower case: the suffix of files (`about.fr.md`) and the folder in URLs. */
  key: string
  /** BCP 47. */
  lang: string
  title: string | undefined
  contentDir: string | undefined
}

/** The settings that pages depend on. */
export interface HugoSettings {
  /** At least one. */
  languages: HugoLanguage[]
  defaultLanguage: string
  /** Whether the configuration names the default language; without it, the text of the pages decides. */
  namesLanguage: boolean
  /** Whether the default language has its folder in URLs too. */
  defaultInFolder: boolean
  /** Patterns of addresses by the first folder of a page. */
  permalinks: Map<string, string>
  buildFuture: boolean
  buildExpired: boolean
}

/** The files of a Hugo project and their joined contents, all keys in lower case; `undefined` for another project. */
export function readHugo(project: string): { files: string[]; data: Record<string, unknown> } | undefined {
  const own = configurationIn(project, ...namesOf('hugo'))
  const file = own ?? configurationIn(project, ...namesOf('config'))
  const main = configurationIn(project, ...namesOf('config/_default/hugo'), ...namesOf('config/_default/config'))
  const data = { ...dataOf(main), ...dataOf(file) }
  if (own === undefined && main === undefined && !looksLikeHugo(project, data)) return undefined
  const files = [file, main].filter((one) => one !== undefined)
  for (const part of PARTS) {
    const partFile = configurationIn(project, ...namesOf(`config/_default/${part}`))
    if (partFile === undefined) continue
    files.push(partFile)
    data[part] = { ...tableOf(data[part]), ...dataOf(partFile) }
  }
  for (const { key, file: languageFile } of languageFiles(project)) {
    const languages = tableOf(data.languages) ?? {}
    files.push(languageFile)
    data.languages = { ...languages, [key]: { ...tableOf(languages[key]), ...dataOf(languageFile) } }
  }
  return files.length === 0 ? undefined : { files, data }
}

/** The files of one language each, `config/_default/languages.fr.toml`, with the keys of their languages. */
function languageFiles(project: string): { key: string; file: string }[] {
  return namesIn(join(project, 'config/_default')).files.flatMap((name) => {
    const [, key, ending = ''] = /^languages\.([\w-]+)\.(\w+)$/.exec(name) ?? []
    const file =
      key === undefined || !ENDINGS.includes(ending) ? undefined : configurationIn(project, `config/_default/${name}`)
    return key === undefined || file === undefined ? [] : [{ key: key.toLowerCase(), file }]
  })
}

function namesOf(name: string): string[] {
  return ENDINGS.map((ending) => `${name}.${ending}`)
}

function dataOf(file: string | undefined): Record<string, unknown> {
  return file === undefined ? {} : (tableOf(lowerKeys(readData(file), 0)) ?? {})
}

/** A value with the keys of all its tables in lower case. */
function lowerKeys(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? [] : value.map((one) => lowerKeys(one, depth + 1))
  const table = value instanceof Date ? undefined : tableOf(value)
  if (table === undefined || depth > MAX_DEPTH) return value
  return Object.fromEntries(Object.entries(table).map(([key, one]) => [key.toLowerCase(), lowerKeys(one, depth + 1)]))
}

function looksLikeHugo(project: string, data: Record<string, unknown>): boolean {
  if (!OWN_KEYS.some((key) => Object.hasOwn(data, key))) return false
  return Object.hasOwn(data, 'contentdir') || OWN_FOLDERS.some((name) => isFolder(join(project, name)))
}

/** The settings of a site that `readHugo` has read. */
export const settingsOf = oncePerConfiguration(makeSettings)

function makeSettings(data: Record<string, unknown>): HugoSettings {
  const named = Object.entries(tableOf(data.languages) ?? {}).flatMap(([key, value]) => {
    const table = tableOf(value) ?? {}
    return table.disabled === true ? [] : [{ key, table }]
  })
  named.sort((a, b) => weightOf(a.table) - weightOf(b.table))
  const defaultLanguage = textOf(data.defaultcontentlanguage)?.toLowerCase() ?? named[0]?.key ?? 'en'
  const languages = named.map(({ key, table }): HugoLanguage => ({
    key,
    lang: canonicalLanguage(key) ?? canonicalLanguage(textOf(table.languagecode) ?? '') ?? key,
    title: textOf(table.title),
    contentDir: textOf(table.contentdir),
  }))
  if (languages.length === 0) {
    const lang = canonicalLanguage(textOf(data.languagecode) ?? '') ?? canonicalLanguage(defaultLanguage) ?? 'en'
    languages.push({ key: defaultLanguage, lang, title: undefined, contentDir: undefined })
  }
  return {
    languages: languages.toSorted((a, b) => Number(b.key === defaultLanguage) - Number(a.key === defaultLanguage)),
    defaultLanguage,
    namesLanguage: [named[0], data.defaultcontentlanguage, data.languagecode].some((one) => one !== undefined),
    defaultInFolder: data.defaultcontentlanguageinsubdir === true,
    permalinks: permalinksOf(data.permalinks),
    buildFuture: data.buildfuture === true,
    buildExpired: data.buildexpired === true,
  }
}

function weightOf({ weight }: Record<string, unknown>): number {
  return typeof weight === 'number' && weight !== 0 ? weight : Infinity
}

/** `permalinks.posts`, or `permalinks.page.posts` of newer versions. */
function permalinksOf(value: unknown): Map<string, string> {
  const table = tableOf(value) ?? {}
  const pairs = [...Object.entries(table), ...Object.entries(tableOf(table.page) ?? {})]
  return new Map(pairs.flatMap(([section, pattern]) => (typeof pattern === 'string' ? [[section, pattern]] : [])))
}
