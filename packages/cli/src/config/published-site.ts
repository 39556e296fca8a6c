/** The site that publishes a folder of Markdown, by the options of the command, then by the configuration. */

import { type GeneratorKind, GENERATOR_NAMES, type PublishedSite } from '@docent/ingest'

import { UsageError } from '../terminal/usage-error.ts'
import type { Config } from './schema.ts'

/** Options about the site that publishes a folder of Markdown. */
export interface AddressFlags {
  siteUrl?: string
  base?: string
  urlSuffix?: string
  lang?: string
  anchors?: string
}

/**
 * Refuses options that are for folders of Markdown, where the source is another one. `--site-url` is also for built folders.
 * @throws UsageError
 */
export function refuseAddressFlags(source: string, { siteUrl, base, urlSuffix, lang, anchors }: AddressFlags): void {
  const given = Object.entries({
    '--site-url': siteUrl,
    '--base': base,
    '--url-suffix': urlSuffix,
    '--lang': lang,
    '--anchors': anchors,
  })
  const first = given.find(([, value]) => value !== undefined)
  if (first !== undefined)
    throw new UsageError(
      `${first[0]} is for a folder of Markdown, and ${source} has its addresses already: leave it out.`,
    )
}

/**
 * The site that publishes the docs; parts that neither options nor configuration name are those of the docs' generator. A configuration
 * with `search` belongs to a site that Docent builds: its dialog adds host and base itself, so that the answer is `undefined`
 * without options. @throws UsageError
 */
export function publishedSite(flags: AddressFlags, config: Config): PublishedSite | undefined {
  const { siteUrl, base, urlSuffix, lang } = flags
  if (config.search !== undefined && [siteUrl, base, urlSuffix, lang].every((flag) => flag === undefined))
    return undefined
  const address = siteUrl === undefined ? undefined : readSiteUrl(siteUrl)
  const ofAddress = address === undefined || address.pathname === '/' ? undefined : address.pathname
  return {
    origin: address?.origin ?? config.siteUrl,
    base: readBase(base ?? ofAddress) ?? (config.base === '/' ? undefined : config.base),
    suffix: urlSuffix === undefined ? undefined : readSuffix(urlSuffix),
    lang: lang === undefined ? undefined : readLanguage(lang),
  }
}

function readSiteUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`"${text}" is no address of a site: --site-url needs one such as https://docs.example.com.`)
  return url
}

function readBase(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const base = path.endsWith('/') ? path : `${path}/`
  if (!/^\/(?:[^/?#\s]+\/)*$/.test(base))
    throw new UsageError(`"${path}" is no path of a site: --base must begin with a slash, as in /docs/.`)
  return base
}

function readSuffix(suffix: string): '' | '/' | '.html' {
  return suffix === '/' || suffix === '.html' ? suffix : ''
}

/** The generator of `--anchors`. @throws UsageError */
export function readAnchors({ anchors }: AddressFlags): GeneratorKind | undefined {
  if (anchors === undefined) return undefined
  if (isGenerator(anchors)) return anchors
  const names = Object.keys(GENERATOR_NAMES).sort().join(', ')
  throw new UsageError(`"${anchors}" is no generator: --anchors needs one of ${names}.`)
}

function isGenerator(name: string): name is GeneratorKind {
  return Object.hasOwn(GENERATOR_NAMES, name)
}

/** A language tag as it was written: search boxes compare it with their own. */
function readLanguage(tag: string): string {
  try {
    Intl.getCanonicalLocales(tag)
    return tag
  } catch {
    throw new UsageError(`"${tag}" is no language tag: --lang needs one such as en or en-US.`)
  }
}
