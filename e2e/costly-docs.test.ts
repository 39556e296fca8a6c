// @module-tag long
/**
 * A folder with pages that take long to read, by intent, and two ordinary ones. All are served and built, the costly ones as
 * plain text with a problem that has file and line, and the server ends when it receives a signal.
 */

import type { ChildProcess } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { exitCode, nextOutput, run, start, stopAll } from './docent-process.ts'

const LINES = 'a page\nand its text\n'

/** Pages by file. Those in `PROBLEMS` are beyond a limit; the others were once costly. */
const PAGES: Record<string, string> = {
  'index.md': '# Start\n\nOrdinary words.\n',
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

/** The pages beyond a limit, with line and message of their problem. */
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

/** Sends SIGTERM; resolves with the exit code when the server has ended, `null` if the signal ended it. */
function stop(server: ChildProcess): Promise<number | null> {
  const code = exitCode(server)
  server.kill('SIGTERM')
  return code
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

test('a server shows every page, costly ones as plain text, and ends on SIGTERM', async () => {
  const server = start('dev', join(folder, 'docs'), '--port', '0', '--data', join(folder, 'data'))
  const [url = ''] = /http:\S+/.exec(await nextOutput(server, /http:\S+\n/)) ?? []
  const read = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, url))
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const pages = Object.keys(PAGES).filter((name) => /\.mdx?$/.test(name) && name !== 'index.md')
  const all = Promise.all(pages.map((name) => read(name.replace(/\.mdx?$/, ''))))
  expect(await read('')).toContain('Ordinary words.')
  expect(await read('guide')).toContain('<mark class="marked">const</mark>')
  expect(await all).toHaveLength(pages.length)
  expect(await stop(server)).toBe(0)
}, 120_000)

test('a server that receives SIGTERM while it reads costly pages ends before it has read them all', async () => {
  for (let copy = 0; copy < 40; copy++)
    for (const name of ['signs.md', 'tags.md', 'details.md', 'entities.md'])
      await writeFile(join(folder, 'docs', `${copy}-${name}`), PAGES[name] ?? '')
  const server = start('dev', join(folder, 'docs'), '--port', '0', '--data', join(folder, 'data'))
  // The server makes the data folder before it reads the docs, and writes the file of parsed pages after the last page.
  const data = join(folder, 'data/dev')
  await vi.waitFor(() => access(data), { timeout: 20_000, interval: 20 })
  expect(await stop(server)).toBe(0)
  await expect(access(join(data, 'parsed-pages.bin'))).rejects.toMatchObject({ code: 'ENOENT' })
}, 60_000)

test('a build writes every page and lists the costly ones as problems', async () => {
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
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('Ordinary words.')
  for (const name of ['signs', 'details', 'self', 'entities'])
    expect(await readFile(join(out, name, 'index.html'), 'utf8')).toContain('<pre>')
}, 120_000)
