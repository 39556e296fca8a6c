/** Mermaid is not part of Docent: it weighs a hundred times what a page loads. Who has diagrams installs it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The script of each package that draws Mermaid's diagrams: the library, and its small form. */
const SCRIPTS = ['mermaid/dist/mermaid.min.js', '@mermaid-js/tiny/dist/mermaid.tiny.js']

/** The script, absolute: installed in one of the folders or above it, the first that has it; `undefined` for none. */
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
