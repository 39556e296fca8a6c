/** Reads one page: its layout, title, group, language, and the text of its sections. */
import { selectOne } from 'css-select'
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { findAll, findOne, nextElementSibling, prevElementSibling } from 'domutils'
import { type PageHead, readHead } from '../html/head.ts'
import { routeOf, shortenPlaces } from '../html/hash-routes.ts'
import { parseHtml } from '../html/parse.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import { contentLinks } from './content/content-links.ts'
import { headingText, inlineText } from './content/inline-text.ts'
import { type Matcher, matcherOf } from '../html/selectors.ts'
import { excludedBy } from './content/excluded.ts'
import { placeAdmonitionLabels } from './content/admonition-labels.ts'
import { writeLanguageTexts } from './content/language-text.ts'
import { pageSections } from './content/page-sections.ts'
import { shortenOwnLinks } from './content/own-links.ts'
import { findGroup, findLabel, guessGroup, linkTitle } from './find-group.ts'
import type { Layout } from './layouts/layout.ts'
import { recognise } from './layouts/recognise.ts'
import type { PageText } from './page-text.ts'
import { withoutFrameAround } from './structure/frame-around.ts'
import { isFramePart } from './structure/frame-parts.ts'
import { isIndexPage } from './structure/index-page.ts'
import { type Learnt } from './structure/learnt.ts'
import { titleParts, withoutSiteName } from './structure/site-names.ts'
import { aroundEqual, aroundSection, contentOf, hasMost, startOf, withSignature } from './structure/own-text.ts'
import { runInNames } from './structure/run-in.ts'
import { isBanner, isForOthers, titleByStructure } from './structure/title.ts'
import { asSpelled } from './structure/title-spelling.ts'

/** A parsed page. */
export interface PageTree {
  url: string
  document: Document
  head: PageHead
  /** `undefined` for a layout that is not known. */
  layout: Layout | undefined
  /** Its anchors are no addresses: a router in the browser has the fragment for itself. */
  isWithoutAnchors: boolean
}

/** A layout with its selectors compiled. */
interface Rules {
  excluded: Matcher
  isMember: Matcher
  isRunIn: Matcher
  isCode: Matcher
}

const NONE: Matcher = () => false
const compiled = new WeakMap<Layout, Rules>()

/** Parts around the content of a page without a known layout. */
const excludedAround = excludedBy('body > header, body > footer, body > aside')

/** Rules for pages without a known layout. Terms with an anchor are documented members: functions, options, words. */
export const STRUCTURE_RULES: Rules = {
  excluded: (element) => excludedAround(element) || isFramePart(element),
  isMember: matcherOf('dt[id], dt:has(> a[name], > a[id]), div[id] > dt:first-child'),
  isRunIn: NONE,
  isCode: NONE,
}

/**
 * Parses a page and finds its layout. @param missing layouts that the site does not have.
 * @throws HtmlLimitError for a page over the limits of its tree.
 */
export function readTree({ url, html }: FetchedPage, missing: ReadonlySet<string>): PageTree {
  const document = parseHtml(html)
  const head = readHead(document, url)
  shortenOwnLinks(document, url)
  const isWithoutAnchors = routeOf(url) !== undefined && !shortenPlaces(document, url)
  writeLanguageTexts(document)
  placeAdmonitionLabels(document)
  return { url, document, head, layout: recognise(document, missing), isWithoutAnchors }
}

/** The sections of the content of a page, found by its layout or by the learnt frame. */
export function readText(tree: PageTree, learnt: Learnt): PageText {
  const content = contentIn(tree, learnt)
  const { root, title } = content
  const rules = withoutBanners(content, tree.head.title, learnt)
  const facts = readFacts(tree, learnt, content)
  const isIndex = root !== undefined && tree.layout === undefined && isIndexPage(root, facts.title, rules.excluded)
  if (root === undefined || isIndex) return { ...facts, sections: [], links: [] }
  const runIns = tree.layout !== undefined ? undefined : runInNames(root, rules.excluded)
  const withNames = runIns && { runIns, hasPlainHeadings: true as const }
  const all = pageSections({ roots: [root], title, ...rules, ...withNames })
  const isUnbounded = tree.layout === undefined && root.name === 'body'
  const own = isUnbounded ? withoutFrameAround(all, learnt.frame) : all
  const sections = tree.isWithoutAnchors ? own.map((section) => ({ ...section, anchor: '' })) : own
  const links = contentLinks({ roots: [root], base: tree.head.base, excluded: rules.excluded })
  return { ...facts, sections, links }
}

/**
 * The rules of a content, for which headings of the site, without an id, are no text: those that most pages have, and one
 * right above the title.
 */
function withoutBanners({ title, rules }: FoundContent, headTitle: string, { banners }: Learnt): Rules {
  if (banners.size === 0 && (title === undefined || title.name === 'h1')) return rules
  const above = title === undefined ? null : prevElementSibling(title)
  const isAbove = (one: Element): boolean => one === above || (above?.name === 'a' && one.parent === above)
  const isOne = (one: Element): boolean =>
    /^h[1-6]$/.test(one.name) &&
    one !== title &&
    one.attribs.id === undefined &&
    (isAbove(one) || (one.name === 'h1' && isBanner(one, headTitle, banners)))
  return { ...rules, excluded: (element) => isOne(element) || rules.excluded(element) }
}

/** Reads a page without its text. */
export function readFacts(
  tree: PageTree,
  learnt: Learnt,
  content = contentIn(tree, learnt),
): Omit<PageText, 'sections' | 'links'> {
  const { document, head, layout } = tree
  const { title, rules } = content
  const isName = title !== undefined && !isGenerated(title, head.title, rules)
  const text = isName ? headingText(title, rules.excluded) : ''
  return {
    url: tree.url,
    layout: layout?.name ?? 'structure',
    title: titleText(text, tree, learnt),
    headTitle: head.title,
    siteName: siteNameOn(layout, document),
    group: groupOf(tree, rules, learnt),
    label: labelOf(tree, rules),
    lang: head.docsearch.get('language') ?? head.lang,
    version: versionOf(layout, document, head),
  }
}

/** The text of the title, without the name of the site where the layout has it in both the title and the head. */
function titleText(heading: string, { head, layout }: PageTree, { siteName }: Learnt): string {
  const isWhole = layout?.site !== undefined && heading === head.title
  return heading === '' || isWhole ? withoutSiteName(head.title, siteName) : asSpelled(heading, head.title)
}

function groupOf(
  { url, document, layout }: PageTree,
  { excluded }: Rules,
  { withoutSidebar }: Learnt,
): string | undefined {
  const page = { document, url, excluded }
  if (layout === undefined) return guessGroup(page)
  const hasRule = layout.groups !== undefined || layout.groupName !== undefined
  const group = hasRule ? findGroup(page, layout) : undefined
  return group ?? (!hasRule || withoutSidebar.has(layout.name) ? guessGroup(page) : undefined)
}

function labelOf({ url, document, layout }: PageTree, { excluded }: Rules): string | undefined {
  return layout?.sidebar === undefined ? undefined : findLabel({ document, url, excluded }, layout.sidebar)
}

/** The elements of a page's text and title, and the rules for them. */
interface FoundContent {
  root: Element | undefined
  title: Element | undefined
  rules: Rules
}

function contentIn(tree: PageTree, learnt: Learnt): FoundContent {
  const { document, head, layout } = tree
  const rules = layout === undefined ? STRUCTURE_RULES : rulesFor(layout)
  const { excluded } = rules
  const root = layout === undefined ? structureRoot(document, learnt) : firstOf(layout.content, document, excluded)
  const title =
    layout === undefined
      ? titleByStructure({ document, headTitle: head.title, root, excluded, learnt })
      : titleOf(tree, layout, root, rules, learnt)
  return { root, title, rules }
}

function rulesFor(layout: Layout): Rules {
  const known = compiled.get(layout)
  if (known !== undefined) return known
  const made = {
    excluded: excludedBy(layout.exclude),
    isMember: layout.members === undefined ? NONE : matcherOf(layout.members),
    isRunIn: layout.names === undefined ? NONE : matcherOf(layout.names),
    isCode: layout.code === undefined ? NONE : matcherOf(layout.code),
  }
  compiled.set(layout, made)
  return made
}

/** The content of a page without a known layout: that of most pages of the site, if the page has it within its own main element. */
function structureRoot(document: Document, { frame, contents }: Learnt): Element | undefined {
  const start = startOf(document)
  const signatures = new Set(contents)
  for (const signature of contents) {
    const found = withSignature(document, signature, signatures)
    if (found === undefined) continue
    if (start === undefined) return found
    if (isWithin(start, found)) return start
    const { excluded } = STRUCTURE_RULES
    // A list of the other pages, which has none of the inner elements with their content.
    if (found === start && signature !== contents[0]) break
    if (hasMost(found, start, frame, excluded))
      return aroundSection(aroundEqual(found, frame, excluded), frame, excluded)
  }
  return start === undefined ? undefined : contentOf(start, frame, STRUCTURE_RULES.excluded)
}

function isWithin(element: Element, outer: Element): boolean {
  for (let { parent } = element; parent !== null; { parent } = parent) if (parent === outer) return true
  return false
}

/** The first element with a text or a picture, else the first one: some pages have their text beside an empty content. */
function firstOf(selectors: readonly string[], document: Document, excluded: Matcher): Element | undefined {
  let empty: Element | undefined
  for (const selector of selectors) {
    const found = selectOne<AnyNode, Element>(selector, document)
    if (found === null) continue
    if (found.children.some((child) => hasText(child, excluded))) return found
    empty ??= found
  }
  return empty
}

function hasText(node: AnyNode, excluded: Matcher): boolean {
  if (isText(node)) return node.data.trim() !== ''
  return (
    isTag(node) && (node.name === 'img' || (!excluded(node) && node.children.some((one) => hasText(one, excluded))))
  )
}

/** The title: that of the layout, unless the head has the name of another heading of level 1, outside the content, and it is longer. */
function titleOf(
  tree: PageTree,
  layout: Layout,
  root: Element | undefined,
  rules: Rules,
  learnt: Learnt,
): Element | undefined {
  const { document, head } = tree
  const found = titleByLayout(tree, layout, root, rules, learnt)
  const textOf = (element: Element): string => headingText(element, rules.excluded)
  if (found === undefined || titleParts(head.title).includes(textOf(found))) return found
  const least = head.title.includes(textOf(found)) ? textOf(found).length : 0
  const isNamed = (one: Element): boolean =>
    one.name === 'h1' && !isForOthers(one) && textOf(one).length > least && isOwnTitle(textOf(one), head.title, learnt)
  return findOne(isNamed, document.children, true) ?? found
}

/** Whether a heading, such as "Name", is above a text that begins with the title of the head, and is no part of it. */
function isGenerated(heading: Element, headTitle: string, { excluded }: Rules): boolean {
  const next = headTitle === '' ? null : nextElementSibling(heading)
  if (next === null || headTitle.includes(headingText(heading, excluded))) return false
  return inlineText(next, excluded).startsWith(headTitle)
}

const isOwnTitle = (text: string, headTitle: string, { common }: Learnt): boolean =>
  text !== '' && headTitle.startsWith(text) && !common.has(text)

/**
 * The title: the first heading of level 1, or the first heading of the content if the head's title begins with it. If there
 * are several headings of level 1, and the head has the name of none of them, the title is that of the head.
 */
function titleByLayout(
  tree: PageTree,
  layout: Layout,
  root: Element | undefined,
  rules: Rules,
  { banners }: Learnt,
): Element | undefined {
  const { document, head } = tree
  const site = layout.site === undefined ? null : selectOne<AnyNode, Element>(layout.site, document)
  // Some themes write the site's name as a heading of level 1 on every page.
  const isTitle = (element: Element): boolean =>
    element.name === 'h1' && element !== site && !isBanner(element, head.title, banners)
  const chosen = layout.title === undefined ? null : selectOne<AnyNode, Element>(layout.title, document)
  if (chosen !== null) return chosen
  const [found, ...others] = findAll(isTitle, root?.children ?? [])
  const textOf = (element: Element): string => headingText(element, rules.excluded)
  if (found !== undefined) {
    const isNamed =
      others.length === 0 || head.title === '' || [found, ...others].some((one) => head.title.includes(textOf(one)))
    return isNamed ? found : undefined
  }
  const first = findOne((element: Element) => /^h[2-6]$/.test(element.name), root?.children ?? [], true)
  if (first !== null && textOf(first) !== '' && head.title.startsWith(textOf(first))) return first
  return findOne((one: Element) => isTitle(one) && !isForOthers(one), document.children, true) ?? undefined
}

function siteNameOn(layout: Layout | undefined, document: Document): string {
  const named = layout?.site === undefined ? null : selectOne<AnyNode, Element>(layout.site, document)
  if (named !== null) return linkTitle(named) ?? inlineText(named, NONE)
  const meta = selectOne<AnyNode, Element>('meta[property="og:site_name"], meta[name="application-name"]', document)
  return meta?.attribs.content?.trim() ?? ''
}

/** The first of several versions: a page of the newest one has `2.0,latest`. */
function versionOf(layout: Layout | undefined, document: Document, head: PageHead): string | undefined {
  const [stated = ''] = (head.docsearch.get('version') ?? '').split(',')
  if (stated !== '') return stated.trim()
  const shown = layout?.version === undefined ? null : selectOne<AnyNode, Element>(layout.version, document)
  const text = shown === null ? '' : (shown.attribs.content ?? inlineText(shown, NONE))
  return text === '' ? undefined : text
}
