/**
 * `npm run build`: compiles every package and writes the published files to `build/`: a folder for each package, and its
 * tarball. In the repository `exports` and `bin` point at TypeScript sources, which Node runs directly; under
 * `node_modules` Node strips no types, so the published manifests point at the compiled files instead. The command is a
 * bundle of its packages and most of their dependencies (`bundle-command.ts`).
 */

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { buildSite } from './build-site.ts'
import { buildVanilla } from './build-vanilla.ts'
import { bundleCommand } from './bundle-command.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'build')

interface Manifest {
  name: string
  version: string
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

buildSite()
run(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...globSync('packages/*', { cwd: root })],
  'The packages do not compile.',
)
rmSync(out, { recursive: true, force: true })
const tarballs = join(out, 'tarballs')
mkdirSync(tarballs, { recursive: true })
for (const name of readdirSync(join(root, 'packages'))) {
  if (name === 'cli') stage(name, await bundleCommand(join(out, name)))
  else stageCompiled(name)
  if (name === 'dialog') await buildVanilla(join(out, name, 'dist/vanilla'))
  run('npm', ['pack', join(out, name), '--pack-destination', tarballs, '--silent'], `npm pack of ${name} failed.`)
}
console.log(`${readdirSync(tarballs).length} packages are in build/, their tarballs in build/tarballs/.`)

/** Writes the published folder of a package: its compiled files and its styles. */
function stageCompiled(name: string): void {
  const source = join(root, 'packages', name)
  const target = join(out, name)
  cpSync(join(source, 'dist'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.tsbuildinfo'),
  })
  for (const file of globSync('src/**/*.css', { cwd: source }))
    cpSync(join(source, file), join(target, publishedPath(file)))
  stage(name)
}

/** Writes licence, README and manifest of a package. @param dependencies replace those of the sources, for a bundle. */
function stage(name: string, dependencies?: Record<string, string>): void {
  const source = join(root, 'packages', name)
  const target = join(out, name)
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(target, file))
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
  const published = {
    ...manifest,
    ...(dependencies && { dependencies }),
    ...(manifest.exports && { exports: mapValues(manifest.exports, publishedExport) }),
    ...(manifest.bin && { bin: mapValues(manifest.bin, publishedPath) }),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** `./src/index.ts` → its compiled file and its types; a file that is not compiled keeps its name. */
function publishedExport(path: string): string | { types: string; default: string } {
  if (!/\.tsx?$/.test(path)) return publishedPath(path)
  return { types: publishedPath(path).replace(/\.js$/, '.d.ts'), default: publishedPath(path) }
}

function publishedPath(path: string): string {
  return path.replace(/(^|\/)src\//, '$1dist/').replace(/\.tsx?$/, '.js')
}

function mapValues<From, To>(object: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

function run(command: string, args: string[], failure: string): void {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(failure)
  process.exit(1)
}
