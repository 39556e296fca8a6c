/**
 * Reads the commands of the documentation, and makes a folder to run them in: with some docs, and with `docent`, `npm` and
 * `npx` as in an installation of Docent.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, glob, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { expect } from 'vitest'

import { exitCode, MAIN, nextOutput } from './docent-process.ts'

const root = join(import.meta.dirname, '..')

/** `npm start -- ARGS`, `npm run [--silent] docent -- ARGS`: both run `start.ts` in the current folder; `npm install` is npm's own. */
const NPM = `#!/bin/sh
[ "$1" = install ] && PATH="${process.env.PATH}" exec npm "$@"
[ "$1" = run ] && shift
[ "$1" = --silent ] && shift
[ "$1" = start ] || [ "$1" = docent ] || exit 1
shift
[ "$1" = -- ] && shift
exec "${process.execPath}" "${root}/scripts/start.ts" "$@"
`

/** Commands that run until they are stopped. They must print an address that answers. */
const SERVES = /^(?:\w+=\S+ )*(?:npm start|docent serve|docent docs|docent try)\b/

const FILES = {
  'docs/index.md': '# Handbook\n\n## Install\n\nFetch it.\n\n## Change the port\n\nSay `--port`, and `--host`.\n',
  'docs/game/audio-buses.md': '# Audio buses\n\nWhere sound goes.\n',
  'path/to/your/docs/index.md': '# Yours\n\nAll of it.\n',
  'path/to/repository/docs/index.md': '# Old docs\n\nAll of them.\n',
  'served/index.md': '# Served\n\n## Install\n\nFetch it.\n',
  // Without `every` the site is not requested.
  'handbook/docent.config.json': '{ "crawl": { "start": "https://docs.example.com" } }',
  'dist/index.html':
    '<!doctype html><html lang="en"><title>Home</title><main><h1>Home</h1><p>Built pages.</p></main></html>',
  'queries.yaml': '- query: change the port\n  expect: /#change-the-port\n',
}

/** Commands that need a cluster, which another test runs. */
export const NEEDS_CLUSTER = /10\.0\.0\.1:9200|https:\/\/cluster\.example/

/** The command, unchanged. */
export interface Command {
  file: string
  /** 1-based. */
  line: number
  text: string
}

/** The commands of the README and of `docs/`, in their order. */
export async function readCommands(): Promise<Command[]> {
  const files: string[] = []
  for await (const file of glob('docs/**/*.md', { cwd: root })) files.push(file)
  const found: Command[] = []
  for (const file of ['README.md', ...files.sort()])
    found.push(...commandsOf(file, await readFile(join(root, file), 'utf8')))
  return found
}

/** The commands of a page. A line that ends with a backslash or inside a quotation continues on the next one. */
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

/** A folder to run commands in. */
export interface Reader {
  folder: string
  env: NodeJS.ProcessEnv
}

/** Makes the folder, which the caller removes. */
export async function makeReader(): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-docs-commands-'))
  for (const [name, text] of Object.entries(FILES)) await put(folder, name, text)
  await mkdir(join(folder, 'backups'))
  // The command as in an installation, and npm's scripts without `run.mjs`, since the dependencies are installed.
  await put(folder, 'bin/docent', `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
  await put(folder, 'bin/npx', '#!/bin/sh\nexec "$@"\n')
  await put(folder, 'bin/npm', NPM)
  for (const name of ['docent', 'npx', 'npm']) await chmod(join(folder, 'bin', name), 0o755)
  await put(folder, '.curlrc', 'fail\nsilent\nshow-error\n')
  const PATH = join(folder, 'bin') + delimiter + process.env.PATH
  return { folder, env: { ...process.env, PATH, CURL_HOME: folder, NO_COLOR: '1', FORCE_COLOR: undefined } }
}

async function put(folder: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

/** Runs a command, which must end with exit code 0. A server must print an address that answers, and is then stopped. */
export async function runCommand({ folder, env }: Reader, text: string): Promise<void> {
  const serves = SERVES.test(text)
  const child = spawn('sh', ['-c', serves ? `exec env ${text}` : text], { cwd: folder, env })
  if (serves) return answers(child, /--search-only|serve handbook/.test(text) ? '_docent/ready' : '')
  const { code, output } = await outcomeOf(child)
  expect(code, output).toBe(0)
}

async function answers(child: ChildProcess, path: string): Promise<void> {
  const ended = exitCode(child)
  try {
    const output = await nextOutput(child, /http:\/\/[^\s"]+/)
    const response = await fetch(`${/http:\/\/[^\s"]+/.exec(output)?.[0] ?? ''}${path}`)
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
