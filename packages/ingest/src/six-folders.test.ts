// @module-tag long
/**
 * Real documentation of six projects, if it is beside the repository (`../shared/markdown`), of which it is no part. A
 * line scanner that shares no code with ingest counts the headings and constructs.
 */
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countRendered, countWritten } from './testing/count-constructs.ts'
import { type Docs, type Page, readDocs, renderArticle } from './index.ts'

const shared = resolve(import.meta.dirname, '../../../../shared/markdown')
// Folders are named by their real paths.
const base = existsSync(shared) ? realpathSync(shared) : shared
const folders: { name: string; docs: string; pages: number; title: string }[] = [
  { name: 'rust-book', docs: 'src', pages: 111, title: 'The Rust Programming Language' },
  { name: 'vite', docs: 'docs', pages: 56, title: 'Vite' },
  { name: 'starlight', docs: 'docs/src/content/docs', pages: 338, title: 'Starlight' },
  { name: 'electron', docs: 'docs', pages: 297, title: 'Electron' },
  { name: 'mkdocs-material', docs: 'docs', pages: 96, title: 'Material for MkDocs' },
  { name: 'vue-ja', docs: 'src', pages: 119, title: 'Vue.js' },
]

/** A sidebar, instructions for programs, a template of pages. */
const NO_PAGES: Readonly<Record<string, string[]>> = {
  'rust-book': ['SUMMARY.md'],
  electron: ['CLAUDE.md'],
  'vue-ja': ['partners/[partnerId].md'],
}

/** ATX headings outside fences, comments and scripts, in lists, quotes and containers too, with their text. */
function scanHeadings(source: string): string[] {
  const found: string[] = []
  let fence: { sign: string; column: number } | undefined
  let until = ''
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replaceAll(/[^\n]/g, ''))
  for (const line of body.split('\n')) {
    if (until !== '') {
      if (line.includes(until)) until = ''
      continue
    }
    const ticks = /^([\s>*+-]*|\s*\d+\.\s+)(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence !== undefined) {
      if (
        ticks !== null &&
        ticks[2]!.startsWith(fence.sign) &&
        ticks[3]!.trim() === '' &&
        ticks[1]!.length < fence.column + 4
      )
        fence = undefined
      continue
    }
    if (ticks !== null && !ticks[3]!.includes('`')) {
      fence = { sign: ticks[2]!, column: ticks[1]!.length }
      continue
    }
    const raw = /^\s*<(script|style|pre)\b/.exec(line)
    if (raw !== null && !line.includes(`</${raw[1]}`)) until = `</${raw[1]}`
    if (/^\s*<!--/.test(line) && !line.includes('-->')) until = '-->'
    const heading = /^[\s>]*(?:[-*+]\s+|\d+\.\s+)?#{1,6}[ \t]+(.*?)[ \t#]*$/.exec(line)
    // A heading of only a comment has no text, unless the comment is the name of a setting (MkDocs' hooks).
    const words = heading?.[1]?.replace(/^<!--\s*\w+:\w+\s+(\S+)\s*-->$/, '$1').replaceAll(/<!--.*?-->/g, '')
    if (words !== undefined && words.trim() !== '') found.push(words)
    const html = /^\s*<h[1-6]\b.*<\/h[1-6]>/.exec(line)
    if (html !== null) found.push(html[0])
  }
  return found
}

/** A source without code and escaped signs: text of a record that is also in it is raw syntax. */
function proseOf(source: string): string {
  const lines: string[] = []
  let fence = ''
  for (const line of source.split('\n')) {
    const ticks = /^[\s>*+-]*(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence === '' && ticks !== null && !ticks[2]!.includes('`')) fence = ticks[1]!
    else if (fence !== '' && ticks !== null && ticks[1]!.startsWith(fence) && ticks[2]!.trim() === '') fence = ''
    else if (fence === '') lines.push(line)
  }
  const text = lines.join('\n').replaceAll(/(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/g, ' ')
  return text.replaceAll(/\\[<{:!=]/g, ' ').replaceAll(/\s+/g, ' ')
}

/**
 * A record's text without the code that its source has in backticks. Spans of mere words are left: they are in prose
 * too.
 */
function withoutCode(text: string, source: string): string {
  const spans = [...source.matchAll(/(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/g)].map((found) =>
    found[2]!.replaceAll(/\s+/g, ' ').trim(),
  )
  let rest = text
  for (const span of spans.filter((span) => /[<:!{=-]/.test(span)).sort((a, b) => b.length - a.length))
    rest = rest.replaceAll(span, ' ')
  return rest
}

/** Expressions without a value are shown as code, which a record does not tell from text. */
const RAW_SYNTAX = {
  'a container': /(?:^|\s):{3,}/,
  'an admonition': /(?:^|\s)(?:!!!|\?\?\?\+?) \w/,
  'a tab': /(?:^|\s)===\s"/,
  'an attribute list': /\{\s*[.#][a-z]/,
  'a shortcode': /\{[%<]|:(?:material|octicons|fontawesome|simple)-/,
  'a snippet': /--8<--/,
  'an alert': /\[!(?:NOTE|TIP|WARNING|IMPORTANT|CAUTION)\]/,
  'a comment': /<!--/,
  'a component': /<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>/,
  'a tag':
    /<\/?(?:a|b|br|code|div|em|h[1-6]|i|img|kbd|li|p|script|small|span|strong|style|sup|table|template|td|ul)(?:\s[^<>]*)?\/?>/,
  'a mark of our own': /[\uE000-\uE002]/,
}

/** A fence four columns into a list item whose text begins at the sixth: to CommonMark that is indented code, twice. */
const READ_OTHERWISE = new Set([
  'blog/posts/search-better-faster-smaller.md code',
  // `<DocCardList>` draws a card for each page beside this one.
  'tutorial/menus.md cards',
  'tutorial/window-customization.md cards',
  // A page without a text lists the pages below it.
  'blog/index.md cards',
  'insiders/index.md cards',
])

describe('documentation folders of six projects', () => {
  beforeEach(({ skip }) => skip(!existsSync(base), `The folders are missing: put them into ${base}.`))

  for (const { name, docs: inner, pages, title } of folders) {
    describe(name, () => {
      let docs: Docs
      /** The text of each page, by URL. */
      let sources: Map<string, string>
      /** The pages with their articles. */
      let articles: { page: Page; html: string }[]
      beforeAll(async () => {
        if (!existsSync(base)) return
        docs = await readDocs(join(base, name))
        sources = new Map(docs.pages.map((page) => [page.url, readFileSync(join(docs.folder, page.file), 'utf8')]))
        articles = []
        for (const page of docs.pages) articles.push({ page, html: await renderArticle(docs, page) })
      })

      test('the docs are found from the top folder, and no page is lost', () => {
        expect(docs.folder).toBe(join(base, name, inner))
        expect(docs.pages).toHaveLength(pages)
        expect(docs.title).toBe(title)
        const files = readdirSync(docs.folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
          /\.mdx?$/.test(file),
        )
        const notRead = files.filter((file) => !docs.pages.some((page) => page.file === file))
        expect(notRead).toEqual(NO_PAGES[name] ?? [])
      })

      test('the docs folder itself gives the same pages', async () => {
        const direct = await readDocs(join(base, name, inner))
        expect(direct.pages.map((page) => page.url)).toEqual(docs.pages.map((page) => page.url))
      })

      test('every problem has a file and a sentence, and a line if it has a position', () => {
        for (const problem of docs.problems) {
          expect(existsSync(join(docs.folder, problem.file)), problem.file).toBe(true)
          expect(problem.message).toMatch(/^\S.*\.$/s)
          if (problem.code !== 'unlisted-page') {
            const lines = readFileSync(join(docs.folder, problem.file), 'utf8').split('\n').length
            expect(problem.line).toBeGreaterThan(0)
            expect(problem.line).toBeLessThanOrEqual(lines)
          }
        }
        expect(
          docs.problems.filter((problem) => problem.code === 'unreadable-file' || problem.code === 'mdx-syntax'),
        ).toEqual([])
      })

      test('every heading that the scanner finds is a section', () => {
        const wrong: string[] = []
        for (const page of docs.pages) {
          if (page.key === '/404') continue // never a hit, so without records
          const scanned = scanHeadings(sources.get(page.url)!) // one for each page
          const sections = new Set(
            docs.records.filter((record) => record.url_without_anchor === page.url).map((record) => record.url),
          )
          // The lead is a section without a heading; the page's title is a heading without a section of its own.
          const hasTitle = page.frontMatter.title === undefined || scanned.length > page.headings.length
          const expected = page.headings.length + (hasTitle && scanned.length > 0 ? 1 : 0)
          if (scanned.length !== expected || sections.size !== page.headings.length + 1) {
            wrong.push(
              `${page.file}: scanned ${scanned.length}, headings ${page.headings.length}, sections ${sections.size}`,
            )
          }
        }
        expect(wrong).toEqual([])
      })

      test('no text outside code has raw syntax', () => {
        const wrong: string[] = []
        const prose = new Map([...sources].map(([url, source]) => [url, proseOf(source)]))
        for (const record of docs.records) {
          const source = sources.get(record.url_without_anchor)! // every record's page has one
          const shown = [record.content ?? '', ...Object.values(record.hierarchy)].join('\n').replaceAll(/\s+/g, ' ')
          const text = withoutCode(shown, source)
          for (const [what, pattern] of Object.entries(RAW_SYNTAX)) {
            for (const [found] of text.matchAll(new RegExp(pattern, 'g'))) {
              // Syntax in code, or escaped by its author, is visible text.
              if (prose.get(record.url_without_anchor)!.includes(found.trim()))
                wrong.push(`${record.url}: ${what}: ${found}`)
            }
          }
        }
        expect(wrong).toEqual([])
      })

      test('URLs and record ids are unique, and records are complete', () => {
        expect(new Set(docs.pages.map((page) => page.url.toLowerCase())).size).toBe(docs.pages.length)
        expect(new Set(docs.records.map((record) => record.objectID)).size).toBe(docs.records.length)
        for (const record of docs.records) {
          expect(record.hierarchy.lvl0).not.toBe('')
          expect(record.hierarchy.lvl1).not.toBeNull()
          expect(record.hierarchy[record.type]).toBeTruthy()
          expect(record.url).toMatch(/^\/[^\s]*$/)
        }
      })

      test('every article renders, without scripts, handlers and style attributes', () => {
        const wrong: string[] = []
        for (const { page, html } of articles) {
          const tags = html.match(/<[a-z][^\s>]*(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/?>/gi) ?? []
          const names = tags.map((tag) => tag.replaceAll(/="[^"]*"/g, ''))
          if (names.some((tag) => /^<(?:script|style|iframe|object|form)\b|\s(?:on\w+|style)\b/i.test(tag)))
            wrong.push(`${page.file}: unsafe`)
          if (tags.some((tag) => /(?:href|src)="\s*(?:javascript|vbscript):/i.test(tag)))
            wrong.push(`${page.file}: unsafe link`)
          if (names.filter((tag) => /^<h1\b/.test(tag)).length !== (page.home === undefined ? 1 : 0))
            wrong.push(`${page.file}: h1`)
          const ids = new Set(tags.map((tag) => /\sid="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&#x26;', '&')))
          for (const { id } of page.headings) if (!ids.has(id)) wrong.push(`${page.file}: no #${id}`)
        }
        expect(wrong).toEqual([])
      })

      test('articles have exactly the constructs of their sources', () => {
        const wrong: string[] = []
        let total = 0
        let spans = 0
        let otherSpans = 0
        for (const { page, html } of articles) {
          const { inlineCode = 0, ...written } = countWritten(
            sources.get(page.url)!,
            name === 'mkdocs-material' ? 'mkdocs' : name === 'starlight' ? 'starlight' : 'other',
          ) // one for each page
          const drawn = countRendered(html)
          spans += inlineCode
          otherSpans += Math.abs(inlineCode - (drawn.inlineCode ?? 0))
          for (const [construct, times] of Object.entries(written)) {
            total += times
            if (drawn[construct] !== times && !READ_OTHERWISE.has(`${page.file} ${construct}`))
              wrong.push(`${page.file}: ${construct} written ${times} times, drawn ${drawn[construct]} times`)
          }
        }
        expect(wrong).toEqual([])
        expect(total).toBeGreaterThan(500)
        // A pattern cannot distinguish backticks in attributes, in blocks of HTML and across lines.
        expect(spans).toBeGreaterThan(2000)
        expect(otherSpans / spans).toBeLessThan(0.01)
      })
    })
  }
})
