/** Measures one folder: compares the result of ingest with independent readings of the same files. */
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Docs, readDocs } from '@docent/ingest'
import { ADDED, CONSTRUCTS, constructsIn, constructsOf, INSERTS, type Construct } from './constructs.ts'
import { below, textOf } from './files.ts'
import { generatedIn } from './generated.ts'
import { explicitId, idsOf } from './heading-ids.ts'
import { leftoversOf, textOfArticle } from './leftovers.ts'
import { listPages } from './list-pages.ts'
import { missingSources } from './missing-sources.ts'
import { decode } from '../decode.ts'
import { entities, type Read, readAll } from './read-articles.ts'
import { type Kind, type Project, recognise } from './recognise.ts'
import { existingTargets } from './targets.ts'

/** Kinds of findings; each is a column of the table. */
export const FINDINGS = [
  'missing page',
  'construct',
  'leftover',
  'image',
  'link',
  'anchor',
  'heading id',
  'record id',
] as const

/** A difference between the folder and the site. */
export interface Finding {
  kind: (typeof FINDINGS)[number]
  /** Relative to the folder. */
  file: string
  line?: number
  message: string
}

/** The measurement of one folder. */
export interface Measurement {
  name: string
  /** The generator by the measurement's own rules, and by ingest. */
  generator: string
  recognised: string
  files: Record<string, number>
  /** Pages of ingest that the generator's listing has not: unlisted ones, which Docent shows too. */
  extraPages: string[]
  /** Constructs written, and the sum of their differences, by name. */
  constructs: Partial<Record<Construct, { written: number; rendered: number; differing: number }>>
  findings: Finding[]
  problems: number
  seconds: number
}

/** Measures a folder. @param kind the generator, where nothing in the folder tells it. */
export async function measure(folder: string, kind?: Kind): Promise<Measurement> {
  const started = performance.now()
  const found = recognise(realpathSync(folder))
  const project = { ...found, kind: kind ?? found.kind }
  const docs = await readDocs(folder)
  const findings: Finding[] = []
  const { pages } = listPages(project)
  const read = await readAll(docs, project)
  const byFile = new Map(read.map((one) => [one.file, one]))
  for (const file of pages)
    if (!byFile.has(file))
      findings.push({
        kind: 'missing page',
        file: below(project.folder, file),
        message: 'The generator publishes this file, and the site has no page of it.',
      })
  const constructs = compareConstructs(read, { docs, project }, findings)
  const assets = new Map(docs.assets.map(({ url, path }) => [realpathSync(path), decode(url)]))
  const recordsOf = Map.groupBy(docs.records, (record) => record.url_without_anchor)
  for (const one of read) {
    for (const { kind, text, line } of leftoversOf(one.html, one.scanned))
      findings.push(at(one, 'leftover', line, `${kind}: ${text}`))
    compareTargets(one, { byFile, assets, project }, findings)
    const anchors = new Set(recordsOf.get(one.page.url)?.map(({ anchor }) => anchor))
    compareIds(one, anchors, project, findings)
  }
  return {
    name: basename(folder),
    generator: project.kind,
    recognised: recognisedBy(docs),
    files: countFiles(docs, project),
    extraPages: read.filter(({ file, page }) => page.isMade !== true && !pages.has(file)).map(({ name }) => name),
    constructs,
    findings,
    problems: docs.problems.length,
    seconds: (performance.now() - started) / 1000,
  }
}

function at({ name }: Read, kind: Finding['kind'], line: number | undefined, message: string): Finding {
  return { kind, file: name, ...(line === undefined ? {} : { line }), message }
}

/** The generator as ingest names it. */
function recognisedBy({ generator: { kind, theme } }: Docs): string {
  return theme === undefined ? kind : `${kind} (${theme})`
}

function countFiles(docs: Docs, { files }: Project): Record<string, number> {
  const counts: Record<string, number> = { total: files.length, accounted: docs.files.length }
  for (const { role, reason } of docs.files) {
    counts[role] = (counts[role] ?? 0) + 1
    if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}

function compareConstructs(
  read: Read[],
  { docs, project }: { docs: Docs; project: Project },
  findings: Finding[],
): Measurement['constructs'] {
  const { kind } = project
  const sums: Measurement['constructs'] = {}
  for (const one of read) {
    const written = constructsOf(one.scanned, kind)
    const problems = docs.problems.filter(({ file }) => file === one.page.file)
    const missing = missingSources(one.scanned, one.file, problems)
    written.code = written.code.filter((line) => !missing.includes(line))
    const rendered = constructsIn(one.html)
    // The title of the front matter is a heading of the article and none of the source.
    if (!/<h1\b[^>]*\bid=/.test(one.html) && /<h1\b/.test(one.html)) rendered.headings--
    // A landing page has its title as the name above the article.
    const isNamed = one.page.home !== undefined && !/<h1\b/.test(one.html)
    if (isNamed && one.scanned.headings[0]?.level === 1) rendered.headings++
    const inserts = INSERTS.test(one.source) || usesOwnMacro(one.source, project)
    const generated = generatedIn(one.source, one.scanned.lines, kind)
    for (const name of CONSTRUCTS) {
      const lines = written[name]
      const surplus = rendered[name] - lines.length
      const differing = (inserts || ADDED.has(name) || generated.has(name)) && surplus > 0 ? 0 : Math.abs(surplus)
      const sum = (sums[name] ??= { written: 0, rendered: 0, differing: 0 })
      sum.written += lines.length
      sum.rendered += rendered[name]
      sum.differing += differing
      if (differing === 0) continue
      const shown = lines.slice(0, 8).join(', ') + (lines.length > 8 ? ', …' : '')
      findings.push(
        at(
          one,
          'construct',
          lines[0],
          `${name}: ${lines.length} written, ${rendered[name]} rendered${lines.length === 0 ? '' : ` (lines ${shown})`}`,
        ),
      )
    }
  }
  return sums
}

/** Whether a page of Hugo has a shortcode whose template is in the project. */
function usesOwnMacro(source: string, { kind, files }: Project): boolean {
  if (kind !== 'hugo') return false
  const names = [...source.matchAll(/\{\{[<%]\s*([\w/-]+)/g)].map(([, name]) => `/layouts/shortcodes/${name ?? ''}.`)
  return names.some((name) => files.some((file) => file.includes(name)))
}

interface Site {
  byFile: Map<string, Read>
  /** Addresses of assets by the paths of their files. */
  assets: Map<string, string>
  project: Project
}

/** Links and images whose targets exist must be in the article, and their anchors on the target's page. */
function compareTargets(one: Read, { byFile, assets, project }: Site, findings: Finding[]): void {
  for (const { url, line, image, file, anchor } of existingTargets(one.scanned, one.file, project)) {
    const page = byFile.get(realpathSync(file))
    const isPage = /\.(?:md|mdx|markdown|qmd)$/.test(file)
    const path = page === undefined ? assets.get(realpathSync(file)) : decode(page.page.url)
    const kind = image ? 'image' : 'link'
    const toIt = one.targets.filter((target) => path !== undefined && target.path.replace(/(.)\/$/, '$1') === path)
    if (isPage && page === undefined) continue // a missing page has its own finding; a partial is no target
    if (path === undefined) findings.push(at(one, kind, line, `"${url}" exists, and is not published`))
    else if (toIt.length === 0)
      findings.push(at(one, kind, line, `"${url}" exists as ${path}, and the article does not lead there`))
    else if (
      anchor !== '' &&
      page !== undefined &&
      !toIt.some((target) => page.ids.has(target.anchor)) &&
      hasAnchor(page, anchor, project)
    )
      findings.push(
        at(
          one,
          'anchor',
          line,
          `"${url}": the page ${path} has a heading or an id "${anchor}", and the link does not lead there`,
        ),
      )
  }
}

/** Whether a source sets an id, or has a heading with that id by the generator's rule. */
function hasAnchor(page: Read, anchor: string, project: Project): boolean {
  const plain = (id: string): string => id.toLowerCase().replaceAll(/[-_\s]+/g, '-')
  const known = [
    ...expectedIds(page, project).map(({ id }) => id),
    ...[...page.source.matchAll(/\b(?:id|name)=["']([^"']+)["']|\{#([^\s}]+)\}/g)].map(([, a, b]) => a ?? b ?? ''),
  ]
  return known.some((id) => plain(id) === plain(anchor))
}

/** The headings of an article with the ids that the generator gives them; only headings found in the source. */
function expectedIds(
  { html, scanned, source }: Read,
  project: Project,
): { id: string; own: string; line: number | undefined; text: string }[] {
  const rendered = [...html.matchAll(/<h([1-6])\b([^>]*)>([\s\S]*?)<\/h\1>/g)].flatMap(
    ([, , attributes = '', inner = '']) => {
      const own = /\sid="([^"]*)"/.exec(attributes)?.[1]
      if (own === undefined || attributes.includes('sr-only')) return []
      const text = headingText(inner)
      return [{ own: entities(own), text }]
    },
  )
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const lines = source.split('\n')
  let next = 0
  const titled = rendered.map(({ own, text }) => {
    const found = scanned.headings.findIndex(
      (heading, index) => index >= next && plain(heading.text).includes(plain(text)),
    )
    if (found >= 0) next = found + 1
    const heading = found < 0 ? undefined : scanned.headings[found]
    // Hugo makes ids from the source of a heading, Jekyll from the names of emoji.
    const rawKind = project.kind === 'hugo' || (project.kind === 'jekyll' && /:\w+:/.test(heading?.text ?? ''))
    const isRaw = rawKind && heading !== undefined && !/\{\{|^</.test(heading.text)
    // kramdown takes a list of attributes in the next line.
    const below = project.kind === 'jekyll' ? (lines[heading?.line ?? lines.length] ?? '') : ''
    const attributes = below.startsWith('{:') ? ` ${below}` : ''
    return {
      own,
      text: isRaw ? idSource(heading.text) : text,
      line: heading?.line,
      explicit: heading === undefined ? undefined : explicitId(heading.text + attributes, project.kind),
    }
  })
  const configuration = CONFIGURATIONS[project.kind]?.map((name) => textOf(join(project.top, name))).join('\n') ?? ''
  const ids = idsOf(titled, project.kind, configuration)
  return titled.map(({ own, text, line }, index) => ({ own, text, line, id: ids[index] ?? '' }))
}

/** Files that may set the rule of ids. */
const CONFIGURATIONS: Partial<Record<Kind, readonly string[]>> = {
  mkdocs: ['mkdocs.yml'],
  hugo: ['hugo.toml', 'hugo.yaml', 'hugo.yml', 'config.toml', 'config.yaml', 'config.yml'],
}

/** The source of a heading without attributes, tags, and the addresses of links and images: Hugo 0.150 to 0.168 leave them out. */
function idSource(source: string): string {
  return (
    source
      .replace(/\s*\{[^{}]*\}\s*$/, '')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/<[^<>]*>/g, '')
      // Outside code, hyphens side by side become a dash, and signs of emphasis around words are none of the text.
      .split('`')
      .map((part, index) =>
        index % 2 === 1 ? part : part.replaceAll(/-{2,}/g, '').replaceAll(/(?<!\w)_{1,2}([^_]+)_{1,2}(?!\w)/g, '$1'),
      )
      .join('')
  )
}

/** The text of a heading without badges, which are no part of ids. */
function headingText(inner: string): string {
  return textOfArticle(
    inner.replaceAll(/<span class="badge"[\s\S]*?<\/span>/g, '').replaceAll(/<\/?(?:code|kbd|samp)\b[^>]*>/g, ''),
  )
    .replaceAll(/[\t\n\r]+/g, ' ')
    .trim()
}

/** @param anchors of the page's records. */
function compareIds(one: Read, anchors: Set<string>, project: Project, findings: Finding[]): void {
  for (const { own, id, line, text } of expectedIds(one, project)) {
    // Headings that are not found in the source, and headings of only a comment, are made by something else.
    if (line === undefined || /^#+\s*<!--.*-->$/.test(one.source.split('\n')[line - 1]?.trim() ?? '')) continue
    if (id !== '' && own !== id)
      findings.push(at(one, 'heading id', line, `"${text}" has the id "${own}", by the generator's rule "${id}"`))
    const inPage = one.page.headings.some((heading) => heading.id === own)
    if (inPage && anchors.size > 0 && !anchors.has(own))
      findings.push(at(one, 'record id', line, `"${text}" has no record with its anchor "${own}"`))
  }
}
