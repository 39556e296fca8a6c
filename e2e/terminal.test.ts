// @module-tag long
/**
 * External text never controls the terminal: every command runs on a folder with escape sequences in titles, texts, file
 * names, configuration and stored data, in a pipe and with colours.
 */

import { spawn } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { MAIN } from './docent-process.ts'

/** Clears the screen, renames the window, writes to the clipboard, sets colours, reverses the text direction, forges a line. */
const EVIL =
  '\u001B[2J\u001B]0;owned\u0007\u001B]52;c;ZXZpbA==\u001B\\\u001B[31m\u009B31m\u0090q\u202Egnp\u2066x\u007F\u0008\rProblems  0'
/** Control characters, except for line ends. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
/** The colours that Docent itself uses. Red marks failed updates. */
// oxlint-disable-next-line no-control-regex -- each colour begins with the control character ESC
const OWN_COLOURS = /\u001B\[(?:1|2|22|33|36|39)m/g

let home = ''
let docs = ''
const yaml = JSON.stringify(`Gearbox ${EVIL}\nProblems  0`)

beforeAll(async () => {
  home = folderOf()
  docs = join(home, 'docs')
  await mkdir(join(docs, `group${EVIL.replaceAll('/', '')}`), { recursive: true })
  const page = `---\ntitle: ${yaml}\n---\n\n## Oil ${EVIL}\n\nThe gearbox ${EVIL} needs oil. [Broken](missing${EVIL}.md) <Unknown${EVIL.slice(0, 4)} /> {{ ${EVIL} }}\n\n::: ${EVIL}\n`
  await writeFile(join(docs, 'index.md'), page)
  await writeFile(join(docs, `file${EVIL}.md`), page)
  await writeFile(join(docs, 'line\nProblems  0.md'), page)
  await writeFile(join(docs, `group${EVIL}`, 'page.md'), page)
  await writeFile(join(docs, 'broken.md'), `---\ntitle: [${EVIL}\n---\n\n# Broken\n`)
  await writeFile(join(home, 'docent.config.json'), JSON.stringify({ title: `Title ${EVIL}` }))
  await writeFile(join(home, 'bad.json'), JSON.stringify({ [`key${EVIL}`]: EVIL, title: 1 }))
  await writeFile(join(home, 'torn.json'), `{ "title": "${EVIL}`)
  await writeFile(
    join(home, 'queries.jsonl'),
    ['gearbox', `oil ${EVIL}`]
      .map((query) => JSON.stringify({ query, set: `set ${EVIL}\nall 1`, expect: [`/nowhere${EVIL}`] }))
      .join('\n'),
  )
  await writeFile(join(home, 'records.jsonl'), JSON.stringify({ objectID: '1', title: EVIL }))
  await writeFile(join(home, `bad${EVIL}.jsonl`), `{"objectID": "${EVIL}`)
  const started = await run(['index', docs, '--data', join(home, 'data')])
  expect(started.code, started.stderr).toBe(0)
  await command(['serve', docs, '--port', '0', '--data', join(home, 'data')], {}, /http:\S+/)
  const line = { at: new Date().toISOString(), message: `Warning ${EVIL}\nx`, query: `q ${EVIL}`, expected: EVIL }
  await appendFile(join(home, 'data', 'warnings.jsonl'), `${JSON.stringify(line)}\n`)
  await appendFile(join(home, 'data', 'reports.jsonl'), `${JSON.stringify(line)}\n`)
}, 120_000)

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command to its end; stops it when its output matches `until`. */
function command(args: readonly string[], env: NodeJS.ProcessEnv, until?: RegExp): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: home, env: { ...process.env, ...env } })
  const outcome: Outcome = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    outcome.stdout += String(chunk)
    if (until?.test(outcome.stdout)) child.kill('SIGTERM')
  })
  child.stderr.on('data', (chunk) => (outcome.stderr += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...outcome, code })))
}

const run = (args: readonly string[]): Promise<Outcome> => command(args, { NO_COLOR: '1', FORCE_COLOR: undefined })

type Case = [name: string, args: () => string[], says: RegExp, until?: RegExp]

const data = (): string[] => ['--data', join(home, 'data')]
const CASES: Case[] = [
  ['search', () => ['search', 'gearbox', docs, ...data()], /Gearbox/],
  ['search --json', () => ['search', 'gearbox', docs, '--json', ...data()], /Gearbox/],
  ['search without a hit', () => ['search', `xyzzy${EVIL}`, docs, ...data()], /No results|Gearbox/],
  ['explain', () => ['explain', 'gearbox', '--folder', docs, ...data()], /Gearbox/],
  ['explain a page', () => ['explain', 'oil', `/nowhere${EVIL}`, '--folder', docs, ...data()], /No section/],
  ['doctor', () => ['doctor', docs, ...data()], /Problems {2}[1-9]/],
  ['doctor --files', () => ['doctor', '--files', docs, ...data()], /files: /],
  ['doctor --problems', () => ['doctor', '--problems', docs, ...data()], /problems?\n/],
  ['doctor --json', () => ['doctor', docs, '--json', ...data()], /"problems"/],
  ['build', () => ['build', docs, '--out', join(home, 'out'), ...data()], /pages in/],
  ['build --json', () => ['build', docs, '--out', join(home, 'out'), '--json', ...data()], /"pages"/],
  ['build --strict', () => ['build', docs, '--out', join(home, 'out'), '--strict', ...data()], /Nothing was written/],
  ['eval', () => ['eval', join(home, 'queries.jsonl'), docs, ...data()], /MRR@10/],
  ['keys create', () => ['keys', 'create', docs, '--acl', 'search', '--description', EVIL, ...data()], /\w{16}/],
  ['keys list', () => ['keys', 'list', docs, ...data()], /search/],
  ['events', () => ['events', docs, ...data()], /^$/],
  ['index', () => ['index', join(home, 'records.jsonl'), '--index', 'more', ...data()], /1 records? in more/],
  ['index of a torn file', () => ['index', join(home, `bad${EVIL}.jsonl`), ...data()], /line 1|bad/i],
  ['backup', () => ['backup', join(home, `copy${EVIL}.db`), docs, ...data()], /is written/],
  ['restore of nothing', () => ['restore', join(home, `no${EVIL}.db`), docs, ...data()], /no/],
  ['a folder that is not there', () => ['build', join(home, `no${EVIL}`), '--out', join(home, 'o')], /no/],
  ['a wrong configuration', () => ['doctor', docs, '--config', join(home, 'bad.json')], /bad\.json/],
  ['a torn configuration', () => ['doctor', docs, '--config', join(home, 'torn.json')], /torn\.json/],
  ['an unknown option', () => ['doctor', docs, `--no${EVIL}`], /unknown option/],
  ['an unknown right', () => ['keys', 'create', docs, '--acl', EVIL, ...data()], /no right/],
  ['dev', () => ['dev', docs, '--port', '0', '--data', join(home, 'dev')], /Docent/, /http:\S+[\s\S]*\n/],
]

describe.each(CASES)('%s', (_, args, says, until) => {
  test('in a pipe', async () => {
    const { stdout, stderr } = await command(args(), { NO_COLOR: '1', FORCE_COLOR: undefined }, until)
    expect(stdout + stderr).toMatch(says)
    expect(CONTROL.exec(stdout + stderr)).toBeNull()
    for (const line of `${stdout}${stderr}`.split('\n')) expect(line).not.toMatch(/^Problems {2}0/)
  })

  test('with colours', async () => {
    const { stdout, stderr } = await command(args(), { NO_COLOR: undefined, FORCE_COLOR: '1' }, until)
    expect(CONTROL.exec((stdout + stderr).replaceAll(OWN_COLOURS, ''))).toBeNull()
  })
})

test('JSON has the same text, with the escapes of JSON', async () => {
  const { stdout } = await run(['search', 'gearbox', docs, '--json', ...data()])
  const { hits } = JSON.parse(stdout) as { hits: { hierarchy: { lvl1: string } }[] }
  expect(hits.some(({ hierarchy }) => hierarchy.lvl1.includes('\u009B31m\u0090q\u202Egnp'))).toBe(true)
})
