/** The cost of pages: work grows linearly with the input, also for inputs that once took seconds. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDocs, renderArticle } from './index.ts'
import { htmlTokens } from './markdown/html-token.ts'
import { readOne } from './testing/docs-folder.ts'
import { folderOf } from './testing/folder-of.ts'
import { propertyRuns } from '../../engine/src/testing/property-runs.ts'

/** CPU time (ms) of this thread to read and render a page. */
async function costOf(source: string, name: string): Promise<number> {
  const started = process.threadCpuUsage()
  await readOne(source, {}, name)
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

const UNITS = [
  'a_', '*a', '~a', '&amp;', '> ', '- ', '- a\n', '1. a\n', ' ', '\t', '<X>', '<X> ', '<Tabs>\n\n', '<h1>', '<x>', '<X a', '<X a="', '<X a={',
  '<![CDATA[', '<?', '<!A', '<!--', '</X>', '<div ', '<div\n', '<style>a</style>', '<pre a\n', '<details>', '<b>', '<p>', '<table><tr><td>',
  '<div>\n\n', ':::note\n', ':::', '!!! note\n', '=== "a"\n', 'a\n:   b\n', '```\n', '`a', '[', '![', '[a](', '[a](b "', '[a]: b\n', '[^a]',
  '[^a]: b\n\n', '|a', '|a|\n|-|\n', '# a\n\n', '## a {#a\n', '{{', '{%', '{{<', ':a', ':a0', ':material-', '==a', '++a', '*[a]: b\n', '$a', '$$a\n',
  '$`a', '{', '{a}', '{(', '{!', '{<a>', '{<a>} ', '{(<a>)} ', '<A b={', '<A>c</A> ', 'http://a?', '\\', '[[toc]]\n\n', '--8<-- ', '<<< ', '<!-- @include: ', '[!code ', '// [!code word:a',
] // prettier-ignore

// A garbage collection can double one of the two times; quadratic work fails each time.
describe('the work of a page grows with its length', { tags: 'long', retry: 2 }, () => {
  test.each(UNITS.flatMap((unit) => ['page.md', 'page.mdx'].map((name) => [unit, name] as const)))(
    '%j in %s',
    async (unit, name) => {
      const source = (count: number): string => `# A\n\n${unit.repeat(count / unit.length)}x\n`
      const short = await costOf(source(12_000), name)
      const long = await costOf(source(48_000), name)
      // The ratio is 4 for linear work and 16 for quadratic work; times below the noise are not compared.
      expect(long).toBeLessThan(Math.max(120, short * 9))
    },
  )
  test.each([
    ['words to mark', (count: number) => `\`\`\`js ${'"a" '.repeat(count)}\n${'a'.repeat(count)}\n\`\`\`\n`],
    ['lines to mark', (count: number) => `\`\`\`js ${'{1-99999}'.repeat(count)}\na\n\`\`\`\n`],
    ['notes', (count: number) => `\`\`\`js\n${'// [!code hl:9999]\n'.repeat(count)}\`\`\`\n`],
    ['spaces before a note', (count: number) => `\`\`\`js\n${' '.repeat(count * 4)}[!code\n\`\`\`\n`],
    ['tables of contents', (count: number) => `${'[[toc]]\n\n'.repeat(count)}${'## a\n\n'.repeat(count)}`],
    [
      'abbreviations',
      (count: number) =>
        `${Array.from({ length: count }, (_, at) => `*[a${at}]: b\n`).join('')}\n${'x a0\n\n'.repeat(count)}`,
    ],
    ['a long abbreviation', (count: number) => `*[a]: ${'b'.repeat(count)}\n\n${'a '.repeat(count)}`],
    [
      'formatting that is never closed',
      (count: number) => `${Array.from({ length: count }, (_, at) => `<b id=x${at}>`).join('')}${'<p>a'.repeat(count)}`,
    ],
    ['footnotes', (count: number) => Array.from({ length: count }, (_, at) => `[^${at}] \n\n[^${at}]: b\n\n`).join('')],
  ])('%s', async (_, source) => {
    const short = await costOf(source(1000), 'page.md')
    const long = await costOf(source(4000), 'page.md')
    expect(long).toBeLessThan(Math.max(400, short * 9))
  })
})

describe('the work of a configuration grows with its faults', { tags: 'long', retry: 2 }, () => {
  test.each(['}', '&a ', '!b ', '*c '])('%j', async (fault) => {
    const costOfFaults = async (count: number): Promise<number> => {
      const folder = folderOf({ 'mkdocs.yml': `site_name: S\nextra: ${fault.repeat(count)}\n`, 'docs/a.md': '# A\n' })
      const started = process.threadCpuUsage()
      await readDocs(folder)
      const { user, system } = process.threadCpuUsage(started)
      return (user + system) / 1000
    }
    const short = await costOfFaults(20_000)
    const long = await costOfFaults(80_000)
    expect(long).toBeLessThan(Math.max(400, short * 9))
  })
})

test('elements of a drawing that a slash closes are not nested; others within it may be', async () => {
  const codesOf = async (inner: string): Promise<string[]> => {
    const { docs } = await readOne(`# A\n\n<svg viewBox="0 0 1 1">${inner.repeat(300)}</svg>\n`)
    return docs.problems.map(({ code }) => code)
  }
  expect(await codesOf('<path d="M0 0"/>')).toEqual([])
  expect(await codesOf('<div/>')).toEqual(['too-costly'])
  expect(await codesOf('<desc/><path/>')).toEqual(['too-costly'])
})

test("an author's pattern marks its matches; a pattern with exponential time marks nothing", async () => {
  const { html } = await readOne('```txt /a[bc]/ "d"\nab ad ac\n```\n')
  expect(html).toContain('<mark class="marked">ab</mark> a<mark class="marked">d</mark> <mark class="marked">ac</mark>')
  expect((await readOne(`\`\`\`txt /.*.*.*.*.*.*.*=/\n${'a'.repeat(5000)}\n\`\`\`\n`)).html).not.toContain('<mark')
})

test('included text counts for the limits, nested includes too', async () => {
  const folder = folderOf({
    'a.md': `# A\n\n${'<!-- @include: ./a.md -->\n'.repeat(10)}`,
    'b.md': `# B\n\ntext of b\n\n${'<!-- @include: ./part.txt -->\n'.repeat(50)}`,
    'part.txt': 'a line of a part\n'.repeat(3000),
    'c.md': '# C\n\n<!-- @include: ./part.txt -->\n',
  })
  const docs = await readDocs(folder)
  const found = docs.problems.filter(({ code }) => code === 'too-costly').map(({ file, line }) => [file, line])
  expect(found).toEqual([
    ['a.md', 3],
    ['b.md', 25],
  ])
  const article = (file: string): Promise<string> =>
    renderArticle(
      docs,
      docs.pages.find((page) => page.file === file)!,
    )
  expect(await article('b.md')).toContain('text of b')
  expect((await article('c.md')).match(/a line of a part/g)).toHaveLength(3000)
})

/** The definition of a tag, as a regular expression whose work is not linear. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?\]\]>|<![A-Za-z][^>]*>|<\?[\s\S]*?\?>|<\/([A-Za-z][\w.:-]*)\s*>|<([A-Za-z][\w.:-]*)((?:\s+(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^"'>{])*?)?)(\/?)>|<>|<\/>/g

test('the tokenizer finds the same tags as the definition', () => {
  const piece = fc.constantFrom(
    '<', '>', '/', '</', '/>', '<a', '<B.c', ' ', '\n', '"', "'", '{', '}', '=', 'a', 'b="', "c='", 'd={', '<!--', '-->', '<?', '?>', '<!D', '<![CDATA[', ']]>', 'é',
  ) // prettier-ignore
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.join('')
      const tokens = htmlTokens(html)
      expect(tokens.map(({ raw }) => raw).join('')).toBe(html)
      const tags = tokens.filter(({ kind }) => kind !== 'text').map(({ raw }) => raw)
      expect(tags).toEqual(Array.from(html.matchAll(TAG), ([raw]) => raw))
    }),
    propertyRuns(3),
  )
})
