// @module-tag long
/**
 * A folder with pages that are written to keep a reader of them busy, beside two honest ones: the honest ones are served and
 * built, the others are problems with file and line, and the server obeys.
 */

import type { ChildProcess } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { nextOutput, run, start, stopAll } from './docent-process.ts'

const LINES = 'a page\nand its text\n'

/** Pages by file. What is named in `PROBLEMS` is too costly; the others cost little now. */
const PAGES: Record<string, string> = {
  'index.md': '# Start\n\nHonest words.\n',
  'guide.md': '# Guide\n\n```js /con.t/ "a"\nconst a = 1\n```\n',
  'pattern.md': `# Pattern\n\n\`\`\`js /.*.*.*.*.*.*.*=/\n${'a'.repeat(5000)}\n\`\`\`\n`,
  'words.md': `# Words\n\n\`\`\`js ${'"a" '.repeat(5000)}\n${'a'.repeat(5000)}\n\`\`\`\n`,
  'self.md': `# Self\n\n${'<!-- @include: ./self.md -->\n'.repeat(10)}`,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `chain${at}.md`,
      `# Chain\n\n${`<!-- @include: ./chain${(at + 1) % 8}.md -->\n`.repeat(10)}`,
    ]),
  ),
  'large.md': `# Large\n\n${'<!-- @include: ./part.txt -->\n'.repeat(50)}`,
  'part.txt': LINES.repeat(20_000),
  'signs.md': `# Signs\n\n${'a_'.repeat(100_000)}\n`,
  'entities.md': `# Entities\n\n\n${'&amp;'.repeat(50_000)}\n`,
  'quotes.md': `# Quotes\n\n${'> '.repeat(20_000)}a\n`,
  'spaces.md': `# Spaces\n\n${' '.repeat(200_000)}x\n`,
  'tabs.md': `# Tabs\n\n${'\t'.repeat(200_000)}x\n`,
  'tags.md': `# Tags\n\n${'<X>'.repeat(60_000)}\n`,
  'details.md': `# Details\n\n${'<details>'.repeat(3000)}\n`,
  'formatting.md': `# Formatting\n\n${Array.from({ length: 3000 }, (_, at) => `<b id=x${at}>`).join('')}${'<p>a'.repeat(3000)}\n`,
  'contents.md': `# Contents\n\n${'[[toc]]\n\n'.repeat(1000)}${'## A\n\n'.repeat(1000)}`,
  'expression.mdx': `# Expression\n\n{${'('.repeat(50_000)}${')'.repeat(50_000)}}\n`,
  'operators.mdx': `# Operators\n\n{${'!'.repeat(100_000)}a}\n`,
  'head.md': `---\n${'a: &a [b]\n'.repeat(20_000)}---\n\n# Head\n`,
}

/** The files and lines of those that are shown with less, and what their problem says. */
const PROBLEMS: Record<string, [line: number, message: RegExp]> = {
  'self.md': [3, /includes more than 500 times/],
  'chain0.md': [3, /includes more than 500 times/],
  'large.md': [5, /with all that it includes it is longer than/],
  'signs.md': [3, /a paragraph has too many signs/],
  'entities.md': [4, /a paragraph has too many signs/],
  'quotes.md': [3, /begins with more than 200 signs/],
  'details.md': [3, /nested more than 250 deep/],
  'formatting.md': [3, /formatting tags are not closed/],
  'expression.mdx': [3, /nested too deep/],
  'operators.mdx': [3, /nested too deep/],
  'head.md': [1, /front matter is longer than/],
}

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-costly-'))
  for (const [name, text] of Object.entries(PAGES)) {
    await mkdir(dirname(join(folder, 'docs', name)), { recursive: true })
    await writeFile(join(folder, 'docs', name), text)
  }
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
})

/** The time (ms) from SIGTERM to the end of a server. */
async function timeToEnd(server: ChildProcess): Promise<number> {
  const ended = new Promise((resolve) => server.once('close', resolve))
  const asked = performance.now()
  server.kill('SIGTERM')
  await ended
  return performance.now() - asked
}

/** The same of a server of one page, at this moment: what a busy machine adds. */
async function timeOfHonestServer(): Promise<number> {
  const honest = join(folder, 'honest')
  await mkdir(honest, { recursive: true })
  await writeFile(join(honest, 'index.md'), '# Start\n')
  const server = start('dev', honest, '--port', '0', '--data', join(folder, 'other-data'))
  await nextOutput(server, /http:\S+\n/)
  return timeToEnd(server)
}

interface Found {
  file: string
  line?: number
  message: string
}

function expectProblems(problems: Found[]): void {
  for (const [file, [line, message]] of Object.entries(PROBLEMS))
    expect(problems).toContainEqual(expect.objectContaining({ file, line, message: expect.stringMatching(message) }))
}

test('a server shows every page, with less where one costs too much, and ends at once', async () => {
  const server = start('dev', join(folder, 'docs'), '--port', '0', '--data', join(folder, 'data'))
  const [url = ''] = /http:\S+/.exec(await nextOutput(server, /http:\S+\n/)) ?? []
  const read = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, url))
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const pages = Object.keys(PAGES).filter((name) => /\.mdx?$/.test(name) && name !== 'index.md')
  const all = Promise.all(pages.map((name) => read(name.replace(/\.mdx?$/, ''))))
  expect(await read('')).toContain('Honest words.')
  expect(await read('guide')).toContain('<mark class="marked">const</mark>')
  expect(await all).toHaveLength(pages.length)
  const ms = await timeToEnd(server)
  expect(server.exitCode).toBe(0)
  expect(ms).toBeLessThan(2000 + 10 * (await timeOfHonestServer()))
}, 120_000)

test('a server that is told to stop while it reads such a folder ends at once', async () => {
  for (let copy = 0; copy < 40; copy++)
    for (const name of ['signs.md', 'tags.md', 'details.md', 'entities.md'])
      await writeFile(join(folder, 'docs', `${copy}-${name}`), PAGES[name] ?? '')
  const server = start('dev', join(folder, 'docs'), '--port', '0', '--data', join(folder, 'data'))
  // The data folder is made before the docs are read, and the file of parsed pages is written behind the last one.
  const data = join(folder, 'data/dev')
  await vi.waitFor(() => access(data), { timeout: 20_000, interval: 20 })
  const ms = await timeToEnd(server)
  await expect(access(join(data, 'parsed-pages.bin'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect([server.exitCode, server.signalCode]).toEqual([0, null])
  expect(ms).toBeLessThan(2000 + 10 * (await timeOfHonestServer()))
}, 60_000)

test('a build writes every page and names what costs too much', async () => {
  const out = join(folder, 'out')
  const { code, stdout } = await run(
    'build',
    join(folder, 'docs'),
    '--out',
    out,
    '--data',
    join(folder, 'data'),
    '--json',
  )
  expect(code).toBe(0)
  expectProblems(JSON.parse(stdout).problems)
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('Honest words.')
  for (const name of ['signs', 'details', 'self', 'entities'])
    expect(await readFile(join(out, name, 'index.html'), 'utf8')).toContain('<pre>')
}, 120_000)
