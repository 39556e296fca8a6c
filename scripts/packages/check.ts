/** The check of a packed package, before anybody can install it. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { type Manifest, promisedPaths } from './manifest.ts'

/** A package that `npm pack` has packed. */
export interface Packed {
  /** Path of the folder that was packed. */
  folder: string
  manifest: Manifest
  /** Paths of the files in the tarball. */
  files: readonly string[]
}

/** Files of the repository that a package must not contain: tests, sources, and notes of the compiler. */
const UNWANTED = /\.test\.|(?:^|\/)(?:testing|conformance|node_modules)\/|(?<!\.d)\.tsx?$|\.tsbuildinfo$/

const TEXT = /\.(?:js|json|css|md|html|d\.ts)$/

/** Relative links and pictures of Markdown. */
const RELATIVE_LINK = /\]\((?![a-z][a-z0-9+.-]*:|#)([^()\s]+)\)/gi

/**
 * The faults of a package, each as a sentence.
 * @param release version and names of all packages that are published together.
 * @param root path of the repository, which no file may contain.
 */
export async function faultsOf(
  { folder, manifest, files }: Packed,
  release: { version: string; names: readonly string[] },
  root: string,
): Promise<string[]> {
  const faults: string[] = []
  const packed = new Set(files)
  for (const path of [...promisedPaths(manifest).map((path) => posix.normalize(path)), 'LICENSE', 'README.md'])
    if (!packed.has(path)) faults.push(`${path} is missing in the tarball.`)
  for (const path of files) if (UNWANTED.test(path)) faults.push(`${path} does not belong into a package.`)
  if (manifest.scripts) faults.push('package.json has scripts: a package runs nothing when it is installed.')
  if (!manifest.description || manifest.license !== 'MIT') faults.push('package.json needs description and licence.')
  if (manifest.version !== release.version) faults.push(`The version is ${manifest.version}, not ${release.version}.`)
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    const isOurs = name === 'docent' || name.startsWith('@docent/')
    if (isOurs && !release.names.includes(name)) faults.push(`It depends on ${name}, which is not published.`)
    if (isOurs && range !== release.version) faults.push(`It depends on ${name} ${range}, not ${release.version}.`)
  }
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const [, target = ''] of readme.matchAll(RELATIVE_LINK))
    if (!packed.has(posix.normalize(target))) faults.push(`README.md links to ${target}, which is not in the tarball.`)
  for (const path of files)
    if (TEXT.test(path) && readFileSync(join(folder, path), 'utf8').includes(root))
      faults.push(`${path} contains the path of this checkout.`)
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false })
  return [...faults, ...messages.map((message) => formatMessage(message, manifest, { color: false }) ?? message.code)]
}
