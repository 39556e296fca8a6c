/**
 * Pages that a generator makes of programs (React, Astro) beside those of Markdown. They are not read; a link to one is
 * right in the source, and leads nowhere here.
 */
import { join, relative } from 'node:path'
import { isFolder } from '../folder/below-root.ts'
import { listFiles } from '../folder/list-files.ts'
import type { Site } from '../folder/site.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** Folders of such pages, from the folder of the generator's own files, and the names of their files. */
interface ProgramFolder {
  folder: string
  name: RegExp
}

const REACT = /(?:^|\/)[^/_[\]]+\.[jt]sx?$/
const NEXT = ['', 'src/'].flatMap((top): ProgramFolder[] => [
  { folder: `${top}app`, name: /(?:^|\/)page\.[jt]sx?$/ },
  { folder: `${top}pages`, name: REACT },
])

const FOLDERS: Partial<Record<GeneratorKind, ProgramFolder[]>> = {
  docusaurus: [{ folder: 'src/pages', name: REACT }],
  starlight: [{ folder: 'src/pages', name: /\.astro$/ }],
  nextra: NEXT,
  fumadocs: NEXT,
}

/** Maximum number of files that are listed. */
const MAX_FILES = 20_000

/** The files of such pages (from the project, with slashes), by their address in lower case without a trailing slash. */
export function programPages(site: Site): Map<string, string> {
  const pages = new Map<string, string>()
  for (const { folder, name } of FOLDERS[site.generator.kind] ?? []) {
    const top = join(site.home, folder)
    if (!isFolder(top)) continue
    for (const { path, absolute } of listFiles(top, site.area).files.slice(0, MAX_FILES)) {
      if (!name.test(path)) continue
      const address = addressOf(path)
      if (!/[[\]]/.test(address)) pages.set(address, relative(site.project, absolute).replaceAll('\\', '/'))
    }
  }
  return pages
}

/** `(site)/about/page.tsx`, `about/index.js` and `about.astro` have the address `/about`. */
function addressOf(path: string): string {
  const bare = `/${path.replace(/\.\w+$/, '')}`
    .replaceAll(/\/\([^/]*\)(?=\/)/g, '')
    .replace(/\/(?:index|page)$/, '')
    .toLowerCase()
  return bare === '' ? '/' : bare
}
