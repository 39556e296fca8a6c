// @module-tag long
/**
 * The published packages can be installed and run: the tarballs of `npm run build`, in empty folders outside the repository, under
 * the Node that users have. The command alone serves and builds a folder of Markdown with search, and is small; the entry points of
 * the other packages can be imported. `npm run consumers` installs them from a registry, with three package managers.
 */

import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { publishedPackages } from '../scripts/packages/published.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** Limits of an installation of the command (DECISIONS.md): packages, and megabytes (10^6 bytes) on disk. */
const MAX_PACKAGES = 11
const MAX_MEGABYTES = 22.5

let folder = ''
/** With all packages. */
let all = ''
let main = ''

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root })
  const tarballs = (await readdir(join(root, 'build/tarballs'))).map((file) => join(root, 'build/tarballs', file))
  const isCommand = (tarball: string): boolean => /^docent-\d/.test(basename(tarball))
  folder = await install(tarballs.filter(isCommand))
  // React is an optional peer: the dialog's `docent.js` needs none.
  all = await install([...tarballs, 'react@19', 'react-dom@19'])
  main = join(folder, 'node_modules/docent/dist/main.js')
  await mkdir(join(folder, 'docs'))
  await writeFile(
    join(folder, 'docs/index.md'),
    '# Gears\n\nAll about gears.\n\n## Changing the ratio\n\nTurn `--ratio` up.\n\n```rust\nlet ratio = $1;\n```\n\n$$x^2$$\n',
  )
}, 300_000)

afterAll(() => Promise.all([folder, all].map((path) => rm(path, { recursive: true, force: true }))))

test('the installed command serves a folder, pages and search', async () => {
  const child = spawn(process.execPath, [main, 'docs', '--port', '0', '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await firstLine(child.stdout)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Changing the ratio')
    const { stdout } = await run(process.execPath, [main, 'search', '--json', '--', '--ratio', 'docs'], {
      cwd: folder,
    })
    expect(JSON.parse(stdout).hits[0].url).toBe('/#changing-the-ratio')
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
})

test('the installed command builds a static site with coloured code and formulas', async () => {
  await run(process.execPath, [main, 'build', 'docs', '--out', 'public'], { cwd: folder })
  const html = await readFile(join(folder, 'public/index.html'), 'utf8')
  expect(html).toContain('<span class="t-keyword">let</span>')
  expect(html).toContain('<msup>')
  expect((await stat(join(folder, 'public/_docent/search/index.bin'))).size).toBeGreaterThan(0)
})

test('an installation of the command is small, and runs no script', async () => {
  const installed = await packagesIn(folder)
  expect(Object.keys(installed).length).toBeLessThanOrEqual(MAX_PACKAGES)
  expect(Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  expect((await bytesBelow(join(folder, 'node_modules'))) / 1e6).toBeLessThanOrEqual(MAX_MEGABYTES)
})

test('under an older Node the command says which one it needs', async () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const ended = run(process.execPath, ['--import', `data:text/javascript,${older}`, main, '--version'])
  const message = 'Docent needs Node 24 or newer, and this is Node 20.20.2: install a newer one from nodejs.org.\n'
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '', stderr: message })
  // A named import that Node 20 lacks would end the process before the message.
  const named = [...(await readFile(main, 'utf8')).matchAll(/^import \{ (.*) \} from/gm)].map(([, names]) => names)
  expect(named).toEqual(['homedir', 'join'])
})

test('the command contains the licences of the bundled packages', async () => {
  const notices = await readFile(join(folder, 'node_modules/docent/NOTICES.md'), 'utf8')
  for (const name of ['hono', 'hast-util-raw', 'parse5', 'shiki', 'temml', 'pino', 'commander', 'react-dom'])
    expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
})

test('the other packages open their doors, and run no script', async () => {
  const names = publishedPackages(root).flatMap(({ manifest }) => (manifest.exports ? [manifest.name] : []))
  const doors = names.map((name) => `import(${JSON.stringify(name)})`).join(', ')
  await run(process.execPath, ['--input-type=module', '-e', `await Promise.all([${doors}])`], { cwd: all })
  const installed = await packagesIn(all)
  expect(Object.keys(installed)).toEqual(expect.arrayContaining(names.map((name) => `node_modules/${name}`)))
  expect(Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})

/** An empty folder with these packages installed, by tarball or name. */
async function install(packages: string[]): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'docent-install-'))
  await writeFile(join(target, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: target })
  return target
}

/** The list that npm keeps of the installed packages, by path. */
async function packagesIn(target: string): Promise<Record<string, { hasInstallScript?: boolean }>> {
  return JSON.parse(await readFile(join(target, 'node_modules/.package-lock.json'), 'utf8')).packages
}

async function bytesBelow(target: string): Promise<number> {
  const files = await readdir(target, { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`The command ended without an address: ${text}`)
}
