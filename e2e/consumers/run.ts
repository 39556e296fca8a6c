/**
 * `npm run consumers`: installs the packages of `npm run build` as users do, from a registry on this machine, in empty folders:
 * with npm, pnpm and Yarn (with and without folders of modules), and with React 18 and 19. In each, the command builds a site,
 * Node loads every entry point, and TypeScript 5 and 7 check a program in strict mode with both resolutions of modules. Then the
 * dialog is bundled with each React and searched in Chromium, and `attw` reads the types of all tarballs.
 *
 * `npm run consumers -- npm yarn` tries some of the package managers. It needs the network, and about five minutes.
 * The last line is `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { publishedPackages, readManifest } from '../../scripts/packages/published.ts'
import { tarballName } from '../../scripts/release/publish.ts'
import { tryInBrowser } from './in-browser.ts'
import { type Manager, MANAGERS, run, writeFiles } from './managers.ts'
import { startRegistry } from './registry.ts'
import { checkTypes } from './types.ts'

const here = import.meta.dirname
const root = join(here, '../..')
const { version } = readManifest(root)

const REACTS = ['18', '19']
const FILES = ['app.tsx', 'plain.ts', 'terms.ts', 'node.mjs']
const DOCS = '# Gears\n\nAll about gears.\n\n## Changing the ratio\n\nTurn `--ratio` up.\n'

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !MANAGERS.some((manager) => manager.name === name))
if (unknown !== undefined) {
  console.error(`There is no package manager "${unknown}": they are ${MANAGERS.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const managers = MANAGERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

let passed = 0
let failed = 0

/** Runs a part and prints its outcome. @returns whether it passed. */
async function part(name: string, action: () => Promise<void>): Promise<boolean> {
  const started = performance.now()
  try {
    await action()
    passed++
    console.log(`✓ ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    failed++
    console.error(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' })
// Not `npm ci`, which refuses a lockfile without the programs of pnpm for other systems: registries may lack these.
if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
  })

const work = mkdtempSync(join(tmpdir(), 'docent-consumers-'))
const registry = await startRegistry(work)
try {
  for (const name of registry.packages.filter((each) => each !== 'docent'))
    await part(`types of ${name}`, async () => {
      const attw = join(here, 'node_modules/@arethetypeswrong/cli/dist/index.js')
      const tarball = join(root, 'build/tarballs', tarballName(name, version))
      const components = componentsOf(name)
      const left = components.length === 0 ? [] : ['--exclude-entrypoints', ...components]
      await run(work, [process.execPath, attw, tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', ...left])
    })
  for (const manager of managers) for (const react of REACTS) await consume(manager, react)
  await part('types without React', withoutReact)
} finally {
  await registry.close()
  rmSync(work, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** The entry points of a package that are components of Astro, whose types Astro makes: TypeScript alone resolves none. */
function componentsOf(name: string): string[] {
  const own = publishedPackages(root).find(({ manifest }) => manifest.name === name)
  return Object.keys(own?.manifest.exports ?? {}).filter((entry) => entry.endsWith('.astro'))
}

/** One consumer: all of its parts, if it can be installed. */
async function consume(manager: Manager, react: string): Promise<void> {
  const name = `${manager.name}, React ${react}`
  const folder = newProject(`${manager.name}-${react}`, manager, {
    docent: version,
    '@docent/client': version,
    '@docent/dialog': version,
    '@docent/engine': version,
    react: `^${react}.0.0`,
    'react-dom': `^${react}.0.0`,
    '@types/react': `^${react}.0.0`,
    '@types/react-dom': `^${react}.0.0`,
  })
  if (!(await part(`${name}: install`, async () => void (await run(folder, manager.install))))) return
  await part(`${name}: the command`, async () => {
    const answer = await run(folder, [...manager.run, 'docent', '--version'])
    if (answer.trim() !== version) throw new Error(`The command is version ${answer.trim()}, not ${version}.`)
    await run(folder, [...manager.run, 'docent', 'build', 'docs', '--out', 'public'])
    if (!existsSync(join(folder, 'public/_docent/search/index.bin'))) throw new Error('The site has no index.')
  })
  await part(`${name}: Node`, async () => void (await run(folder, [...manager.run, 'node', 'node.mjs'])))
  // Compiler and bundler run outside of the project, so they find no modules of Yarn's archives. The command is not in an
  // archive (`preferUnplugged` in its manifest), because it starts threads from its files.
  if (!existsSync(join(folder, 'node_modules/@docent'))) return
  for (const check of checkTypes(folder, ['app.tsx', 'plain.ts'])) await part(`${name}: ${check.name}`, check.run)
  await part(`${name}: Chromium`, () => tryInBrowser(folder))
}

/** `docent.js`, the client and the engine need no types of React. */
async function withoutReact(): Promise<void> {
  const [npm] = MANAGERS
  if (!npm) return
  const versions = Object.fromEntries(['client', 'dialog', 'engine'].map((name) => [`@docent/${name}`, version]))
  const folder = newProject('without-react', npm, versions)
  await run(folder, npm.install)
  if (readdirSync(join(folder, 'node_modules')).includes('react')) throw new Error('React was installed unasked.')
  for (const check of checkTypes(folder, ['plain.ts'])) await check.run()
}

/** A folder with a manifest, the program, and docs. */
function newProject(name: string, manager: Manager, dependencies: Record<string, string>): string {
  const folder = join(work, name)
  mkdirSync(join(folder, 'docs'), { recursive: true })
  for (const file of FILES) cpSync(join(here, 'project', file), join(folder, file))
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies }, null, 2),
    'docs/index.md': DOCS,
    ...manager.configuration(registry.url, join(work, 'cache')),
  })
  return folder
}
