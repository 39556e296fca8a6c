/**
 * Finds Mermaid. It is no dependency of Docent, because it is a hundred times larger than a page; authors of diagrams
 * install it.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Scripts of the packages that render Mermaid's diagrams: the library, and its small variant. */
const SCRIPTS = ['mermaid/dist/mermaid.min.js', '@mermaid-js/tiny/dist/mermaid.tiny.js']

/** The script (absolute) of the first folder that has it installed, in itself or above; `undefined` for none. */
export function findMermaid(folders: string[]): string | undefined {
  for (const start of folders) {
    for (let folder = start; ; folder = dirname(folder)) {
      const found = SCRIPTS.map((script) => join(folder, 'node_modules', script)).find((file) => existsSync(file))
      if (found !== undefined) return found
      if (folder === dirname(folder)) break
    }
  }
  return undefined
}
