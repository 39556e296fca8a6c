/**
 * Folders for languages and versions: `ja/`, `pt-br/`, `v2/`. A name alone is not enough (`is/`, `my/` and `1/` are
 * ambiguous), so a folder counts only if it mirrors others: at least half of its pages exist under the same path
 * in another such folder or at the top, and not the index alone where it has others. Language and version may come in either order.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { latinLanguageOf } from './latin-languages.ts'
import type { DeclaredPlace } from './site.ts'

/** The language and version of a page. */
export interface Place {
  lang?: string
  version?: string
  /** The folders of the language and version: `ja/` or `v2/ja/`; empty for none. */
  prefix: string
}

/** The places that a configuration declares. */
export function declaredPlaces(declared: readonly DeclaredPlace[]): (path: string) => Place {
  const longestFirst = declared.toSorted((a, b) => b.folder.length - a.folder.length)
  return (path) => {
    // Astro's addresses are in lower case, and so are the names in its configuration.
    const found = longestFirst.find(({ folder }) => path.toLowerCase().startsWith(`${folder.toLowerCase()}/`))
    if (found === undefined) return { prefix: '' }
    const { folder, ...place } = found
    return { ...place, prefix: `${path.slice(0, folder.length)}/` }
  }
}

type Names = (name: string) => string | undefined

/** The places of a root's pages, by the paths of their files. */
export function findPlaces(paths: string[]): (path: string) => Place {
  const langs = mirrored(paths, languageOf)
  const versions = mirrored(paths, versionNamed)
  const inLang = new Map([...langs.keys()].map((name) => [name, mirrored(below(paths, name), versionNamed)]))
  const inVersion = new Map([...versions.keys()].map((name) => [name, mirrored(below(paths, name), languageOf)]))
  return (path) => {
    const [first = '', second = ''] = path.split('/')
    const lang = langs.get(first)
    const version = versions.get(first)
    if (lang !== undefined) {
      const inner = inLang.get(first)?.get(second)
      return inner === undefined
        ? { lang, prefix: `${first}/` }
        : { lang, version: inner, prefix: `${first}/${second}/` }
    }
    if (version !== undefined) {
      const inner = inVersion.get(first)?.get(second)
      return inner === undefined
        ? { version, prefix: `${first}/` }
        : { version, lang: inner, prefix: `${first}/${second}/` }
    }
    return { prefix: '' }
  }
}

/** A folder that is named by the number of a version: `1/` may be a chapter. */
const NUMBERED = /^(?:v\d|version-\d|\d+\.(?:\d|x))/i

/** The pages of a folder itself. */
const INDEXES = ['index', '_index', 'readme']

/** Top folders with such a name that mirror one another, each with its language or version. */
function mirrored(paths: string[], meaning: Names): Map<string, string> {
  const folders = new Map<string, Set<string>>()
  const rest = new Set<string>()
  for (const path of paths) {
    const bare = path.replace(/\.\w+$/, '').toLowerCase()
    const slash = path.indexOf('/')
    const name = slash < 0 ? '' : path.slice(0, slash)
    if (name === '' || meaning(name) === undefined) rest.add(bare)
    else if (folders.has(name)) folders.get(name)!.add(bare.slice(slash + 1))
    else folders.set(name, new Set([bare.slice(slash + 1)]))
  }
  const found = new Map<string, string>()
  for (const [name, pages] of folders) {
    const others = [rest, ...[...folders].filter(([other]) => other !== name).map(([, set]) => set)]
    const shared = [...pages].filter((page) => others.some((other) => other.has(page)))
    // Every folder may have an index: `ml/index.md` beside `ml/training.md` is no translation.
    const isMirror =
      shared.length * 2 >= pages.size &&
      (shared.length === pages.size || shared.some((page) => !INDEXES.includes(page)) || NUMBERED.test(name))
    const alone = rest.size === 0 && folders.size === 1
    if (alone ? /^[a-z]{2}(-|$)/i.test(name) : isMirror) found.set(name, meaning(name)!)
  }
  // Docs that were reordered between two versions have little but the index in common.
  const numbered = [...found.keys()].filter((name) => NUMBERED.test(name)).map((name) => folders.get(name))
  for (const [name, pages] of folders)
    if (NUMBERED.test(name) && numbered.some((other) => INDEXES.some((index) => pages.has(index) && other?.has(index))))
      found.set(name, meaning(name)!)
  return found
}

/** The language in a file's name, and the path without it. */
export interface NamedFile {
  lang: string
  inner: string
}

/**
 * The languages in names of files: `guide.fr.md` beside `guide.md`, `README-de.md` beside `README.md`. A name alone may
 * mean something else (`server.ts.md`), so a language counts only if at least half of its files are beside the page
 * that they translate, and they are several or the page of a folder.
 */
export function languagesInNames(paths: readonly string[]): (path: string) => NamedFile | undefined {
  const all = new Set(paths.map((path) => path.toLowerCase()))
  const files = Map.groupBy(
    paths.flatMap((path) => namedFile(path) ?? []),
    ({ lang }) => lang,
  )
  const found = new Set<string>()
  for (const [lang, named] of files) {
    const beside = named.filter(({ inner }) => all.has(inner.toLowerCase()))
    const isSure = beside.length > 1 || beside.some(({ inner }) => /(?:^|\/)(?:readme|index)\.\w+$/i.test(inner))
    if (isSure && beside.length * 2 >= named.length) found.add(lang)
  }
  return (path) => {
    const named = found.size === 0 ? undefined : namedFile(path)
    return named !== undefined && found.has(named.lang) ? named : undefined
  }
}

function namedFile(path: string): NamedFile | undefined {
  const [, ending = ''] = /(\.\w{1,10})$/.exec(path) ?? []
  const bare = path.slice(0, path.length - ending.length)
  const [end = '', sign = '', key = ''] = /([._-])([a-z]{2}(?:[-_][a-z]{2,4})?)$/i.exec(bare.slice(-9)) ?? []
  const stem = bare.slice(0, bare.length - end.length)
  const name = stem.slice(stem.lastIndexOf('/') + 1)
  const isSign = name !== '' && (sign === '.' || /^readme$/i.test(name))
  const lang = isSign ? languageOf(key) : undefined
  return lang === undefined ? undefined : { lang, inner: stem + ending }
}

function below(paths: string[], name: string): string[] {
  return paths.filter((path) => path.startsWith(`${name}/`)).map((path) => path.slice(name.length + 1))
}

const LANGUAGES = new Set(
  `aa ab af ak am ar as ay az ba be bg bh bi bn bo br bs ca co cs cy da de dz el en eo es et eu fa fi fj fo fr fy ga gd gl
  gn gu ha he hi hr ht hu hy ia id ie ig is it iu ja jv ka kk kl km kn ko ks ku ky la lb ln lo lt lv mg mi mk ml mn mr ms
  mt my na nb ne nl nn no oc om or pa pl ps pt qu rm ro ru rw sa sd sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th
  ti tk tl tn to tr ts tt tw ug uk ur uz vi wo xh yi yo za zh zu`.split(/\s+/),
)

/** The BCP 47 tag for a folder's name: `pt-br` is `pt-BR`. */
export function languageOf(name: string): string | undefined {
  if (!/^[a-z]{2}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/i.test(name)) return undefined
  // `oM` is no language.
  if (/^(?:[a-z][A-Z]|[A-Z][a-z])/.test(name) || !LANGUAGES.has(name.slice(0, 2).toLowerCase())) return undefined
  return canonicalLanguage(name)
}

/** A language tag in canonical form; `undefined` where it is invalid. */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag === '') return undefined
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** The version that a folder's name may mean: `v1.2` and `version-1.2` are `1.2`. */
export function versionNamed(name: string): string | undefined {
  const match = /^(?:v|version-)?(\d+(?:\.(?:\d+|x))*(?:-[\w.]+)?|next|latest|stable|nightly|main|master|dev)$/i.exec(
    name,
  )
  return match?.[1]
}

/** Ranges of scripts that identify a language, in UTF-16 units. */
const SCRIPTS: [lang: string, first: number, last: number][] = [
  ['ja', 0x3040, 0x30ff],
  ['ko', 0xac00, 0xd7af],
  ['zh', 0x4e00, 0x9fff],
  ['ru', 0x0400, 0x04ff],
  ['ar', 0x0600, 0x06ff],
  ['he', 0x0590, 0x05ff],
  ['hi', 0x0900, 0x097f],
  ['th', 0x0e00, 0x0e7f],
  ['el', 0x0370, 0x03ff],
]

/** The language of a text by its script, and in Latin script by its frequent words. */
export function languageOfText(text: string): string {
  const sample = text.slice(0, 200_000)
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0
  const scripts = SCRIPTS.map(([lang]): [string, number] => [lang, 0])
  let letters = 0
  // A loop over units, because this runs at each save and matches of a pattern would build a list of all letters.
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at)
    if (unit < 0x80) letters += isLetter(unit) ? 1 : 0
    else {
      const script = SCRIPTS.findIndex(([, first, last]) => unit >= first && unit <= last)
      if (script >= 0) scripts[script]![1]++
    }
  }
  const latin = letters / 6 // code and names are Latin in every language
  const [best, most] = scripts.reduce((a, b) => (b[1] > a[1] ? b : a))
  if (most <= latin) return latinLanguageOf(sample)
  if (best === 'zh')
    return scripts[0]![1] > most / 10
      ? 'ja'
      : /[們個這說學對]/.test(sample) && !/[们个这说学对]/.test(sample)
        ? 'zh-TW'
        : 'zh'
  if (best === 'ru') return count(/[іїєґ]/gi) > most / 50 ? 'uk' : 'ru'
  if (best === 'ar') return count(/[پچژگ]/g) > most / 50 ? 'fa' : 'ar'
  return best
}

/** Whether a UTF-16 unit is an ASCII letter. */
function isLetter(unit: number): boolean {
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
