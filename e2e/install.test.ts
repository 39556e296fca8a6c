/**
 * What is published installs and runs: the tarballs of `npm run build`, in an empty folder outside the repository, under
 * the Node that users have, serve a folder of Markdown with search.
 */

import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
let folder = ''

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root })
  folder = await mkdtemp(join(tmpdir(), 'docent-install-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = (await readdir(join(root, 'build/tarballs'))).map((file) => join(root, 'build/tarballs', file))
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], { cwd: folder })
  await mkdir(join(folder, 'docs'))
  await writeFile(
    join(folder, 'docs/index.md'),
    '# Gears\n\nAll about gears.\n\n## Changing the ratio\n\nTurn `--ratio` up.\n',
  )
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the installed command serves a folder, pages and search', async () => {
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/docent/dist/main.js'), 'docs', '--port', '0', '--quiet'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  try {
    const url = await firstLine(child.stdout)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Changing the ratio')
    const { stdout } = await run(
      process.execPath,
      [join(folder, 'node_modules/docent/dist/main.js'), 'search', '--json', '--', '--ratio', 'docs'],
      { cwd: folder },
    )
    expect(JSON.parse(stdout).hits[0].url).toBe('/#changing-the-ratio')
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
})

test('no package of ours has an install script', async () => {
  for (const name of [
    'docent',
    '@docent/engine',
    '@docent/client',
    '@docent/ingest',
    '@docent/dialog',
    '@docent/server',
    '@docent/site',
  ]) {
    // Seven small files
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.scripts ?? {})).toEqual([])
  }
})

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`The command ended without an address: ${text}`)
}
