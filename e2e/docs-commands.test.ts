/**
 * Every command of the documentation runs as it is written: all blocks of `sh` in `docs/` and the README, what the systemd
 * unit starts, and what the container file starts. One folder stands for the reader's; `REPLACED` says what cannot be had
 * in a test, and why. A command that is not known there and fails, fails the test; so does an entry that nothing needs.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readRunningServer } from '../packages/cli/src/data-folder.ts'
import { exitCode, nextOutput, start, stopAll } from './docent-process.ts'

const root = join(import.meta.dirname, '..')
const today = new Date().toISOString().slice(0, 10)
const hasJq = spawnSync('jq', ['--version']).status === 0

interface Place {
  folder: string
  url: string
  searchKey: string
}

/** What stands in the documentation, what is run in its place, and why. */
const REPLACED: [written: RegExp, instead: (place: Place) => string, reason: string][] = [
  [/https:\/\/search\.example(\.com)?(?=\s)/g, ({ url }) => url, 'the network'],
  [/http:\/\/127\.0\.0\.1:4321(?!\d)/g, ({ url }) => url, 'a port that may be taken'],
  [/\bSEARCH_KEY\b/g, ({ searchKey }) => searchKey, 'a placeholder'],
  [/\/backups\//g, ({ folder }) => `${folder}/backups/`, 'a folder of the system'],
  [/docs-2026-05-01\.db/g, () => `docs-${today}.db`, 'the backup of that day'],
  [/\/srv\/docs|(?<=serve )\/docs/g, ({ folder }) => `${folder}/docs`, 'a folder of the system'],
  [/\/var\/lib\/docent|\/home\/node\/data/g, ({ folder }) => `${folder}/data`, 'a folder of the system'],
  [/0\.0\.0\.0/g, () => '127.0.0.1', 'tests let nobody in'],
  [/--port 4321/g, () => '--port 0', 'a port that may be taken'],
  [
    /(?<=^npm install )@mermaid-js\/tiny/g,
    () => `--offline --no-audit --no-fund --install-links ${root}/node_modules/@mermaid-js/tiny`,
    'the network',
  ],
]

/** Commands that are left out. */
const LEFT_OUT: [written: RegExp, reason: string][] = [
  [/^npm test\b/, 'this is it'],
  [/10\.0\.0\.1:9200|https:\/\/cluster\.example/, 'a cluster; `opensearch.opensearch.test.ts` has one'],
]

/** `npm start -- ARGS`, `npm run [--silent] docent -- ARGS`: both are `start.ts`, in the folder of whoever calls; `npm install` is npm's own. */
const NPM = `#!/bin/sh
[ "$1" = install ] && PATH="${process.env.PATH}" exec npm "$@"
[ "$1" = run ] && shift
[ "$1" = --silent ] && shift
[ "$1" = start ] || [ "$1" = docent ] || exit 1
shift
[ "$1" = -- ] && shift
exec "${process.execPath}" "${root}/scripts/start.ts" "$@"
`

/** Commands that go on until they are ended: they have to print an address that answers. */
const SERVES = /^(npm start|docent serve|docent docs)\b/

const FILES = {
  'docs/index.md': '# Handbook\n\n## Install\n\nFetch it.\n\n## Change the port\n\nSay `--port`, and `--host`.\n',
  'docs/game/audio-buses.md': '# Audio buses\n\nWhere sound goes.\n',
  'path/to/your/docs/index.md': '# Yours\n\nAll of it.\n',
  'path/to/repository/docs/index.md': '# Old docs\n\nAll of them.\n',
  'served/index.md': '# Served\n\n## Install\n\nFetch it.\n',
  'queries.yaml': '- query: change the port\n  expect: /#change-the-port\n',
}

const place: Place = { folder: '', url: '', searchKey: '' }
let env: NodeJS.ProcessEnv

const commands = await readCommands()

beforeAll(async () => {
  place.folder = await mkdtemp(join(tmpdir(), 'docent-docs-commands-'))
  for (const [name, text] of Object.entries(FILES)) await put(name, text)
  const record = { objectID: '1', url: '/#change-the-port', hierarchy: { lvl0: 'Handbook', lvl1: 'Change the port' } }
  await put('records.jsonl.gz', gzipSync(`${JSON.stringify({ type: 'lvl1', content: null, ...record })}\n`))
  await mkdir(join(place.folder, 'backups'))
  // The command as it is installed, and npm's scripts without what `run.mjs` does first: dependencies are there.
  await put('bin/docent', `#!/bin/sh\nexec "${process.execPath}" "${root}/packages/cli/src/main.ts" "$@"\n`)
  await put('bin/npx', '#!/bin/sh\nexec "$@"\n')
  await put('bin/npm', NPM)
  for (const name of ['docent', 'npx', 'npm']) await chmod(join(place.folder, 'bin', name), 0o755)
  await put('.curlrc', 'fail\nsilent\nshow-error\n')

  const served = join(place.folder, 'served')
  const server = start('serve', served, '--port', '0')
  place.url = (/http:\S+/.exec(await nextOutput(server, /http:\S+/))?.[0] ?? '').replace(/\/$/, '')
  const running = await readRunningServer(served)
  place.searchKey = running?.searchKey ?? ''
  env = {
    ...process.env,
    PATH: join(place.folder, 'bin') + delimiter + process.env.PATH,
    CURL_HOME: place.folder,
    KEY: running?.adminKey,
    ADMIN_KEY: running?.adminKey,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  }
})

afterAll(async () => {
  await stopAll()
  await rm(place.folder, { recursive: true, force: true })
})

describe.each(Object.entries(Object.groupBy(commands, ({ file }) => file)))('%s', (_file, ofFile = []) => {
  test.for(ofFile)('line $line: $text', { timeout: 60_000 }, async ({ text }, { skip }) => {
    if (LEFT_OUT.some(([written]) => written.test(text))) return skip()
    if (text.includes('| jq') && !hasJq) return skip('there is no jq')
    const command = REPLACED.reduce((line, [written, instead]) => line.replaceAll(written, () => instead(place)), text)
    const child = spawn('sh', ['-c', SERVES.test(text) ? `exec ${command}` : command], { cwd: place.folder, env })
    if (SERVES.test(text)) await answers(child)
    else {
      const { code, output } = await outcomeOf(child)
      expect(code, output).toBe(0)
    }
  })
})

test('nothing is replaced or left out that no command says', () => {
  const needless = [...REPLACED, ...LEFT_OUT].filter(
    ([written]) => !commands.some(({ text }) => text.search(written) >= 0),
  )
  expect(needless.map(String)).toEqual([])
})

test('there are commands in every kind of block', () => {
  expect(commands.map(({ text }) => text).filter((text) => text.startsWith('docent serve')).length).toBeGreaterThan(1)
  expect(commands.length).toBeGreaterThan(20)
})

interface Command {
  file: string
  /** 1-based. */
  line: number
  text: string
}

async function readCommands(): Promise<Command[]> {
  const files: string[] = []
  for await (const file of glob('docs/**/*.md', { cwd: root })) files.push(file)
  const found: Command[] = []
  for (const file of ['README.md', ...files.sort()])
    found.push(...commandsOf(file, await readFile(join(root, file), 'utf8')))
  return found
}

/** Commands of a page. A line that ends in a backslash or inside of a quote goes on in the next one. */
function commandsOf(file: string, text: string): Command[] {
  const found: Command[] = []
  let block: string | undefined
  let begun: Command | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence] = /^\s*```(\w*)/.exec(line) ?? []
    if (fence !== undefined) block = block === undefined ? fence : undefined
    else if (block === 'ini' && line.startsWith('ExecStart=')) {
      found.push({ file, line: at + 1, text: line.replace('ExecStart=/usr/bin/env ', '') })
    } else if (block === 'dockerfile' && line.startsWith('CMD ')) {
      found.push({ file, line: at + 1, text: (JSON.parse(line.slice(4)) as string[]).join(' ') })
    } else if (/^(sh|bash|console)$/.test(block ?? '') && (begun || !/^\s*(#.*)?$/.test(line))) {
      begun = begun ? { ...begun, text: `${begun.text}\n${line}` } : { file, line: at + 1, text: line }
      if (!goesOn(begun.text)) {
        found.push({ ...begun, text: begun.text.replace(/^\$ /, '') })
        begun = undefined
      }
    }
  }
  return found
}

function goesOn(text: string): boolean {
  const open = text.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'|\\.|(?<=\s)#.*/g, '')
  return text.endsWith('\\') || /["']/.test(open)
}

async function put(name: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(place.folder, name)), { recursive: true })
  await writeFile(join(place.folder, name), text)
}

async function answers(child: ChildProcess): Promise<void> {
  const ended = exitCode(child)
  try {
    const output = await nextOutput(child, /http:\/\/\S+/)
    const response = await fetch(/http:\/\/\S+/.exec(output)?.[0] ?? '')
    expect(response.status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  return { code: await exitCode(child), output }
}
