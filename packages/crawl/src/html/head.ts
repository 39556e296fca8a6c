/** The data of a page outside its text: title, language, canonical address, robots directives, alternates. */
import { isTag, type Document, type Element } from 'domhandler'
import { getChildren, hasAttrib, textContent } from 'domutils'
import { toAddress } from '../result/address.ts'
import { readRobotsDirectives, type RobotsDirectives } from './robots-directives.ts'

/** Another form of the page (`link rel=alternate`). */
export interface Alternate {
  /** Absolute, normalised. */
  url: string
  /** Media type in lower case (`text/markdown`); empty if the link has none. */
  type: string
  /** BCP 47 or `x-default`; empty if the link has none. */
  hreflang: string
}

/** The data of a page's head. */
export interface PageHead {
  title: string
  /** BCP 47; empty if the page states none. */
  lang: string
  /** Absolute address that relative links are resolved against. */
  base: string
  /** Absence: none, or several that differ. May be the address of the page itself. */
  canonical?: string
  robots: RobotsDirectives
  /** Target of `meta http-equiv=refresh` within 10 s. */
  refresh?: string
  alternates: Alternate[]
  /** Content of `meta name="docsearch:NAME"`, by NAME in lower case. */
  docsearch: Map<string, string>
  /** All `meta name=generator`, a line each: frameworks and the themes on them write their own. Empty if there is none. */
  generator: string
}

/** Longest delay (s) of a refresh that is a redirect; a longer one reloads a page that readers read. */
const MAX_REFRESH_DELAY = 10

/** Reads the head of a page. @param url the page's address. */
export function readHead(document: Document, url: string): PageHead {
  const elements = headElements(document)
  const named = (name: string): Element[] => elements.filter((element) => element.name === name)
  const metas = named('meta').map(readMeta)
  const meta = (name: string): string[] => metas.filter((one) => one.name === name).map((one) => one.content)
  const base = toAddress(named('base').find((element) => hasAttrib(element, 'href'))?.attribs['href'] ?? '', url) ?? url
  const links = named('link').map((element) => readLink(element, base))
  const canonicals = new Set(links.flatMap(({ rel, url: to }) => (rel.includes('canonical') && to !== '' ? [to] : [])))
  const [canonical] = canonicals.size === 1 ? canonicals : []
  const refresh = metas.flatMap(({ equiv, content }) => (equiv === 'refresh' ? [refreshTarget(content, base)] : []))[0]
  return {
    title: oneLine(named('title').map((element) => textContent(element))[0] ?? ''),
    lang: languageOf([...named('html'), ...named('body')], metas),
    base,
    ...(canonical !== undefined && { canonical }),
    robots: readRobotsDirectives([...meta('robots'), ...meta('docent')]),
    ...(refresh !== undefined && { refresh }),
    alternates: links.flatMap(({ rel, url: to, type, hreflang }) =>
      rel.includes('alternate') && !rel.includes('stylesheet') && to !== '' ? [{ url: to, type, hreflang }] : [],
    ),
    docsearch: new Map(
      metas.flatMap(({ name, content }) =>
        name.startsWith('docsearch:') && content !== '' ? [[name.slice('docsearch:'.length), content] as const] : [],
      ),
    ),
    generator: meta('generator').join('\n'),
  }
}

/** The elements of the head, with or without `html` and `head` tags, and `html` itself. Those in `noscript` do not apply. */
function headElements(document: Document): Element[] {
  return getChildren(document)
    .filter(isTag)
    .flatMap((element) => [element, ...(element.name === 'html' ? getChildren(element).filter(isTag) : [])])
    .flatMap((element) => [element, ...(element.name === 'head' ? getChildren(element).filter(isTag) : [])])
}

/** That of the root or the body, else the one that a meta element states, as older generators write it. */
function languageOf(roots: readonly Element[], metas: readonly ReturnType<typeof readMeta>[]): string {
  const stated = metas.filter(({ name, equiv }) => equiv === 'content-language' || name === 'language')
  const tags = [
    ...roots.map(({ attribs }) => attribs['lang'] ?? attribs['xml:lang'] ?? ''),
    ...stated.map(({ content }) => content),
  ]
  return tags.map((tag) => tag.trim()).find((tag) => LANGUAGE.test(tag)) ?? ''
}

/** A language of BCP 47, also with an underscore; lists of languages, which meta elements may have, are none of a page. */
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/i

function readMeta({ attribs }: Element): { name: string; equiv: string; content: string } {
  return {
    name: (attribs['name'] ?? attribs['property'] ?? '').trim().toLowerCase(),
    equiv: (attribs['http-equiv'] ?? '').trim().toLowerCase(),
    content: (attribs['content'] ?? '').trim(),
  }
}

function readLink({ attribs }: Element, base: string): Alternate & { rel: string[] } {
  const href = attribs['href']?.trim() ?? ''
  return {
    rel: (attribs['rel'] ?? '').toLowerCase().split(/\s+/),
    url: href === '' ? '' : (toAddress(href, base) ?? ''),
    type: (attribs['type'] ?? '').trim().toLowerCase(),
    hreflang: (attribs['hreflang'] ?? '').trim(),
  }
}

/** The target of `5; url=/next`, `0;URL='/next'`, `0; /next`; none for a reload of the page itself and for a long delay. */
function refreshTarget(content: string, base: string): string | undefined {
  const [delay = '', ...rest] = content.split(/[;,]/)
  const target = rest
    .join(';')
    .trim()
    .replace(/^url\s*=\s*/i, '')
    .replaceAll(/^['"]|['"]\s*$/g, '')
  if (target === '' || !(Number.parseFloat(delay) <= MAX_REFRESH_DELAY)) return undefined
  return toAddress(target, base)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
