/**
 * `npm run build`: compiles the packages and writes the published ones to `build/`: a folder for each package, and its
 * tarball, which is checked (`packages/check.ts`). The command is a bundle of its packages and most of their dependencies
 * (`bundle-command.ts`), so the packages that only the bundle needs are private.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { buildSite } from './build-site.ts'
import { publishVanilla } from './build-vanilla.ts'
import { bundleCommand } from './bundle-command.ts'
import { faultsOf } from './packages/check.ts'
import { type Package, publishedPackages, readManifest } from './packages/published.ts'
import { stageDescription, stageSources } from './packages/stage.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'build')
const tarballs = join(out, 'tarballs')

const packages = publishedPackages(root)
buildSite()
const projects = packages.map(({ folder }) => `packages/${folder}`)
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...projects])
rmSync(out, { recursive: true, force: true })
mkdirSync(tarballs, { recursive: true })
const faults: string[] = []
for (const each of packages) {
  await stage(each)
  const { bytes, files } = pack(each)
  const release = { version: readManifest(root).version, names: packages.map(({ manifest }) => manifest.name) }
  const folder = join(out, each.folder)
  const found = await faultsOf({ folder, manifest: readManifest(folder), files }, release, root)
  faults.push(...found.map((fault) => `${each.manifest.name}: ${fault}`))
  console.log(`${each.manifest.name.padEnd(20)} ${String(Math.round(bytes / 1000)).padStart(6)} kB`)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`${packages.length} packages are in build/, their tarballs in build/tarballs/.`)

async function stage(each: Package): Promise<void> {
  const target = join(out, each.folder)
  if (each.folder === 'cli') return stageDescription(root, each, await bundleCommand(target))
  stageSources(root, each)
  if (each.folder === 'dialog') await publishVanilla(target)
  stageDescription(root, each)
}

/** Packs a package. @returns the size of the tarball and the paths of its files. */
function pack({ folder }: Package): { bytes: number; files: string[] } {
  const output = run('npm', ['pack', join(out, folder), '--pack-destination', tarballs, '--json', '--loglevel=error'])
  const [packed] = JSON.parse(output) as { size: number; files: { path: string }[] }[]
  return { bytes: packed?.size ?? 0, files: (packed?.files ?? []).map(({ path }) => path) }
}

/** Runs a command and returns its output. Ends the process if it fails. */
function run(command: string, args: string[]): string {
  const shell = process.platform === 'win32'
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell,
  })
  if (status === 0) return stdout
  console.error(`${stdout}\n\`${[command, ...args].join(' ')}\` failed.`)
  return process.exit(1)
}
