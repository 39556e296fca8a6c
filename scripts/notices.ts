/** Collects the licences of bundled packages. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders of the packages that these files belong to, each once, without the repository's own packages. */
export function packagesOf(files: readonly string[]): string[] {
  const installed = files.filter((file) => file.includes('/node_modules/') && !file.startsWith('\0'))
  return [...new Set(installed.map((file) => packageFolder(dirname(file))))].sort()
}

/**
 * Writes a file with name, version and licence of each package, followed by the notices of a part that was bundled
 * earlier. @throws if a package has no licence in its folder.
 */
export function writeNotices(path: string, folders: readonly string[], others: string): void {
  const notices = folders.map((folder) => {
    const { name, version } = manifestOf(folder)
    return `## ${name} ${version}\n\n${licenceOf(folder)}\n`
  })
  writeFileSync(
    path,
    `# Notices\n\nThe command holds:\n\n${notices.join('\n')}\n${others.replace('# Notices\n\n', '')}`,
  )
}

function licenceOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
  if (files.length === 0) throw new Error(`${folder} holds no licence: name it as a dependency instead of bundling it.`)
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

/** The nearest folder above whose manifest has a name: nested manifests without one only set the module type. */
function packageFolder(folder: string): string {
  return manifestOf(folder).name === undefined ? packageFolder(dirname(folder)) : folder
}

function manifestOf(folder: string): { name?: string; version?: string } {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string }) : {}
}
