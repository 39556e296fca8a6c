/** Collects the licences of bundled packages. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders of the packages that these files belong to, each once, without the repository's own packages. */
export function packagesOf(files: readonly string[]): string[] {
  const installed = files.filter((file) => file.includes('/node_modules/') && !file.startsWith('\0'))
  return [...new Set(installed.map(packageFolder))].sort()
}

/**
 * Writes a file with name, version and licence of each package.
 * @param purpose one line above them: which part contains the packages.
 * @param others the notices of a part that was bundled earlier.
 * @throws if a package has no licence in its folder.
 */
export function writeNotices(path: string, purpose: string, folders: readonly string[], others = ''): void {
  const notices = folders.map((folder) => {
    const { name, version } = manifestOf(folder)
    return `## ${name} ${version}\n\n${licenceOf(folder)}\n`
  })
  writeFileSync(path, `# Notices\n\n${purpose}\n\n${notices.join('\n')}${others.replace('# Notices\n', '')}`)
}

function licenceOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
  if (files.length === 0) throw new Error(`${folder} holds no licence: name it as a dependency instead of bundling it.`)
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

/** The folder below the last `node_modules`: folders in it may have manifests of their own. */
function packageFolder(file: string): string {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? dirname(file)
}

function manifestOf(folder: string): { name?: string; version?: string } {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string }) : {}
}
