/** Installs the packages of a reader's site: the generator from the registry, and Docent's packages from the tarballs of `npm run build`. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const NPM = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']

/** Runs a program whose output matters only if it fails. */
function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Builds the tarballs, unless `DOCENT_TARBALLS` names a folder with them. Returns their folder. */
export function makeTarballs(): string {
  const given = process.env['DOCENT_TARBALLS']
  if (given !== undefined) return given
  run(process.execPath, [join(root, 'scripts/build.ts')], root)
  return join(root, 'build/tarballs')
}

/** Installs a site's dependencies if they are missing, and the packages with all of ours that they need. */
export function install(site: string, tarballs: string, names: readonly string[]): void {
  if (!existsSync(join(site, 'node_modules'))) run('npm', NPM, site)
  const files = [...neededBy(names)].map((name) => tarballOf(tarballs, name))
  run('npm', [...NPM, '--no-save', ...files], site)
}

/** A package and the packages of this repository that it depends on, by their folders. */
function neededBy(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    const manifest = readFileSync(join(root, 'build', name, 'package.json'), 'utf8')
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
    const own = Object.keys(dependencies).flatMap((each) =>
      each === 'docent' ? ['cli'] : each.startsWith('@docent/') ? [each.slice('@docent/'.length)] : [],
    )
    neededBy(own, found)
  }
  return found
}

function tarballOf(folder: string, name: string): string {
  const start = name === 'cli' ? /^docent-\d/ : new RegExp(`^docent-${name}-\\d`)
  const file = readdirSync(folder).find((each) => start.test(each))
  if (file === undefined) throw new Error(`${folder} has no tarball of ${name}.`)
  return join(folder, file)
}

/** Copies a site, without its dependencies, into a folder inside it, where they are found. `with-docent` comes over the rest. */
export function copySite(site: string, without: readonly string[] = []): string {
  const copy = join(site, '.work')
  rmSync(copy, { recursive: true, force: true })
  for (const name of readdirSync(site))
    if (!['node_modules', '.work', 'with-docent'].includes(name))
      cpSync(join(site, name), join(copy, name), { recursive: true })
  for (const path of without) rmSync(join(copy, path), { recursive: true })
  cpSync(join(site, 'with-docent'), copy, { recursive: true })
  return copy
}
