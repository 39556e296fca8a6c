// @module-tag long
/**
 * Real documentation of six projects, if it is beside the repository (`../shared/markdown`), of which it is no part. All that
 * `npm run proof -- folders` compares is equal, and more.
 */
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Docs, type Page, readDocs, renderArticle } from '@docent/ingest'
import { measure } from './folders/measure.ts'
import type { Kind } from './folders/recognise.ts'
import { type CodeBlock, type Scanned, scanSource } from './folders/scan-source.ts'

const shared = process.env.DOCENT_FOLDERS ?? resolve(import.meta.dirname, '../../../shared/markdown')
// Folders are named by their real paths.
const base = existsSync(shared) ? realpathSync(shared) : shared
/** Some have no configuration that names their generator: `kind`. */
const folders: { name: string; docs: string; pages: number; title: string; kind: Kind }[] = [
  { name: 'rust-book', docs: 'src', pages: 111, title: 'The Rust Programming Language', kind: 'mdbook' },
  { name: 'vite', docs: 'docs', pages: 56, title: 'Vite', kind: 'vitepress' },
  { name: 'starlight', docs: 'docs/src/content/docs', pages: 338, title: 'Starlight', kind: 'starlight' },
  { name: 'electron', docs: 'docs', pages: 297, title: 'Electron', kind: 'docusaurus' },
  { name: 'mkdocs-material', docs: 'docs', pages: 96, title: 'Material for MkDocs', kind: 'mkdocs' },
  { name: 'vue-ja', docs: 'src', pages: 119, title: 'Vue.js', kind: 'vitepress' },
]

/** A sidebar, instructions for programs, a template of pages. */
const NO_PAGES: Readonly<Record<string, string[]>> = {
  'rust-book': ['SUMMARY.md'],
  electron: ['CLAUDE.md'],
  'vue-ja': ['partners/[partnerId].md'],
}

/** Constructs of few projects, which `constructs.ts` does not count. A source's counts, by patterns that share no code with ingest. */
function rareConstructsOf({ lines, hidden, blocks }: Scanned, kind: Kind): Record<string, number> {
  const prose = lines.join('\n')
  const of = (pattern: RegExp): number => prose.match(pattern)?.length ?? 0
  const codeTags = [...prose.matchAll(/<Code\b[^>]*?\scode=(?:"|\{`|\{(\w+)\})(?:[^>`]|=>)*(?:`[^>]*)?>/g)]
  // Code of another file is not in the page.
  const constants = new Set([...lines, ...hidden].map((line) => /^export const (\w+) =/.exec(line)?.[1]))
  const isTitled = ({ line, info, group }: CodeBlock): boolean =>
    /\b(?:title|filename|file)=["']/.test(info) ||
    (group === undefined && /(?:^|\s)\[[^\]]+\]/.test(info)) ||
    (kind === 'starlight' && startsWithFileName(info, hidden.slice(line, line + 4)))
  return {
    codeTitles:
      blocks.filter(isTitled).length +
      of(/^\s*<<<\s+\S/gm) +
      of(/\bfile-name="[^"]/g) +
      codeTags.filter(([tag, name]) => /\stitle=["{]/.test(tag) && (name === undefined || constants.has(name))).length,
    footnoteReferences: of(/\[\^[^\]\s]+\]/g) - of(/^\s*\[\^[^\]\s]+\]:/gm),
    formulas: of(/\$\$/g) / 2 + of(/(?<![\w$])\$(?=[^\s$])[^$\n]*[^\s$]\$(?![\w$])/g),
    lineNumbers: blocks.filter(({ info }) => /\b(?:showLineNumbers(?!=false)|linenums)\b/.test(info)).length,
  }
}

/** Whether code without a title, and no command, begins with a comment that holds only the name of a file. */
function startsWithFileName(info: string, begin: string[]): boolean {
  if (/\btitle=|\bframe=/.test(info) || /^(?:(?:sh|bash|shell|console)\b|$)/.test(info)) return false
  const first = begin.find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:\/\/|#|<!--|\/\*|--) ?[\w./@[\]-]+\.[a-z]{1,8} ?(?:-->|\*\/)?\s*$/.test(first)
}

/** The same constructs in the HTML of an article. */
function rareConstructsIn(html: string): Record<string, number> {
  const of = (pattern: RegExp): number => html.match(pattern)?.length ?? 0
  return {
    codeTitles: of(/<figure class="code"[^>]* data-title=/g),
    footnoteReferences: of(/data-footnote-ref/g),
    formulas: of(/<math\b/g),
    lineNumbers: of(/<figure class="code"[^>]* data-numbers/g),
  }
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

describe('documentation folders of six projects', () => {
  beforeEach(({ skip }) => skip(!existsSync(base), `The folders are missing: put them into ${base}.`))

  for (const { name, docs: inner, pages, title, kind } of folders) {
    describe(name, () => {
      let docs: Docs
      /** The text of each page, by URL. */
      let sources: Map<string, string>
      /** The pages with their articles and scanned sources. */
      let articles: { page: Page; html: string; scanned: Scanned }[]
      beforeAll(async () => {
        if (!existsSync(base)) return
        docs = await readDocs(join(base, name))
        sources = new Map(docs.pages.map((page) => [page.url, readFileSync(join(docs.folder, page.file), 'utf8')]))
        articles = []
        for (const page of docs.pages) {
          const scanned = scanSource(sources.get(page.url)!, kind, page.file.endsWith('.mdx')) // one for each page
          articles.push({ page, html: await renderArticle(docs, page), scanned })
        }
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

      test('no text outside code has raw syntax', () => {
        const wrong: string[] = []
        const prose = new Map(
          articles.map(({ page, scanned }) => [page.url, scanned.lines.join(' ').replaceAll(/\s+/g, ' ')]),
        )
        for (const record of docs.records) {
          const source = sources.get(record.url_without_anchor)! // every record's page has one
          const shown = [record.content ?? '', ...Object.values(record.hierarchy)].join('\n').replaceAll(/\s+/g, ' ')
          const text = withoutCode(shown, source)
          for (const [what, pattern] of Object.entries(RAW_SYNTAX)) {
            for (const [found] of text.matchAll(new RegExp(pattern, 'g'))) {
              // Syntax in code, or escaped by its author, is visible text.
              if (prose.get(record.url_without_anchor)?.includes(found.trim()))
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

      test('articles have exactly the constructs, links, images and ids of their sources', async () => {
        const { findings, constructs } = await measure(join(base, name), kind)
        expect(findings).toEqual([])
        expect(Object.values(constructs).reduce((sum, { written }) => sum + written, 0)).toBeGreaterThan(500)
        for (const { page, html, scanned } of articles)
          expect(rareConstructsIn(html), page.file).toEqual(rareConstructsOf(scanned, kind))
      })
    })
  }
})
