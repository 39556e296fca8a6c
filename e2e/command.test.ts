/** The `docent` command as a process: its output, its exit codes, and saves while it runs. */

import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { exitCode, nextOutput, run, start, stopAll } from './docent-process.ts'

const PAGE =
  '# Gears\n\nAll about gears.\n\n## Changing the ratio\n\nTurn `--ratio` up.\n\n## Lubrication\n\nOil is good.\n'

let folder = ''

beforeEach(() => void (folder = folderOf()))
afterEach(() => stopAll())

test('prints the number of pages before the address, and then queries with results', async () => {
  await writeFile(join(folder, 'index.md'), `${PAGE}\n[Nowhere](missing.md)\n`)
  const { output, url } = await serve(/Try: .*/, '--port', '0')
  expect(output).toMatch(/1 page, 3 sections, 1 problem in \d+\.\d s/)
  expect(output).toMatch(/index\.md:13: .*missing\.md/)
  expect(output).toMatch(/Try: .*lubrica/)
  expect(output.indexOf('3 sections')).toBeLessThan(output.indexOf(url))
  expect((await fetch(url)).status).toBe(200)
})

test('a save is seen by page and search, without a restart', async () => {
  await writeFile(join(folder, 'index.md'), PAGE)
  const { url, child } = await serve(/http:\S+/, '--port', '0')
  const updated = nextOutput(child, /Updated in \d+ ms: 1 section changed/)
  await writeFile(join(folder, 'index.md'), PAGE.replace('Oil is good', 'Grease is better'))
  await updated
  expect(await (await fetch(url)).text()).toContain('Grease is better')
  const { stdout } = await run('search', '--json', 'grease', folder)
  expect(JSON.parse(stdout).hits[0].url).toBe('/#lubrication')
})

test('a save that breaks something names its file and line, and no problem of another page', async () => {
  await writeFile(join(folder, 'index.md'), PAGE)
  await writeFile(join(folder, 'other.md'), '# Other\n\n[Nowhere](missing.md)\n')
  const { child } = await serve(/http:\S+/, '--port', '0')
  const updated = nextOutput(child, /2 problems\n.*broken/)
  await writeFile(join(folder, 'index.md'), `${PAGE}\n[Elsewhere](broken.md)\n`)
  const output = await updated
  expect(output).toMatch(/index\.md:13: The link "broken\.md"/)
  expect(output).not.toMatch(/other\.md/)
})

test('a second server on the folder is refused with the pid of the first', { tags: 'long' }, async () => {
  await writeFile(join(folder, 'index.md'), PAGE)
  const { child } = await serve(/http:\S+/, '--port', '0')
  const second = await run('dev', folder, '--port', '0')
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toContain(`process ${child.pid}`)
})

test('Ctrl+C ends it cleanly, and the next start finds its data', async () => {
  await writeFile(join(folder, 'index.md'), PAGE)
  const first = await serve(/http:\S+/, '--port', '0')
  first.child.kill('SIGINT')
  expect(await exitCode(first.child)).toBe(0)
  const second = await serve(/http:\S+/, '--port', '0')
  expect(second.output).toMatch(/3 sections/)
})

for (const [what, args, message, tags] of [
  ['a folder that does not exist', ['dev', '/nonexistent/docs'], /There is no folder "\/nonexistent\/docs"/, ['long']],
  ['an unknown option', ['dev', '--prot', '1'], /unknown option '--prot'/, []],
  ['a missing argument', ['search'], /missing required argument 'query'; --help lists the arguments/, []],
  ['a query that looks like an option', ['search', '--host'], /comes after "--": docent search -- "--host"/, []],
  ['a port that is none', ['dev', '--port', '70000'], /must be a number from 0 to 65535/, []],
  ['a base that is no path', ['dev', '--base', 'docs?'], /It must be a path such as \/docs\//, []],
  ['a misspelt command', ['srve', 'docs'], /no command "srve"; did you mean "docent serve"\?/, []],
  ['a site in place of a folder', ['https://docs.example.com'], /"docent index https:\/\/docs.example.com"/, []],
  ['a site that is built', ['build', 'https://docs.example.com', '--out', 'x'], /is a site/, ['long']],
  ['a file in place of a folder', ['dev', import.meta.filename], /is a file; name the folder/, []],
  ['two folders', ['dev', import.meta.dirname, 'more'], /"more" is one argument too many/, ['long']],
  ['a file of queries that does not exist', ['eval', '/nonexistent.jsonl'], /there is no such file/, ['long']],
] as const)
  test(`${what}: one sentence, exit code 2`, { tags: [...tags] }, async () => {
    const { code, stderr } = await run(...args)
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(code).toBe(2)
  })

test('a folder without Markdown: one sentence, exit code 2', async () => {
  await writeFile(join(folder, 'notes.txt'), 'no page')
  expect(await run('dev', folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no Markdown') })
})

test('eval scores the queries of a file by the folder', { tags: 'long' }, async () => {
  await writeFile(join(folder, 'index.md'), PAGE)
  const queries = join(folder, 'queries.jsonl')
  await writeFile(
    queries,
    '{"query": "lubrcation", "expect": ["/#lubrication"]}\n{"query": "--ratio", "expect": ["/#changing-the-ratio"]}\n',
  )
  const { code, stdout } = await run('eval', queries, folder, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).all).toMatchObject({ queries: 2, hit1: 1, section1: 1, zeroResults: 0 })
})

/** Starts the dev server on the folder and waits for its address. */
async function serve(until: RegExp, ...args: string[]): Promise<{ child: ChildProcess; output: string; url: string }> {
  const child = start('dev', folder, ...args)
  const output = await nextOutput(child, until)
  return { child, output, url: /http:\S+/.exec(output)?.[0] ?? '' }
}
