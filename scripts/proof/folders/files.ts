/** Files of a folder for the measurement, read without ingest's code. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Folders that no generator reads. */
const SKIPPED = new Set(['node_modules', '.git', '.docent'])

/** All files below a folder, absolute, sorted; symbolic links are followed inside the folder, each target once. */
export function filesBelow(folder: string): string[] {
  const files: string[] = []
  const top = realpathSync(folder)
  const seen = new Set<string>()
  const read = (at: string): void => {
    const real = realpathSync(at)
    if (seen.has(real) || (real !== top && !real.startsWith(`${top}/`))) return
    seen.add(real)
    for (const name of readdirSync(at)) {
      if (SKIPPED.has(name)) continue
      const path = join(at, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) read(path)
      else if (found?.isFile() === true) files.push(path)
    }
  }
  read(folder)
  return files.sort()
}

/** A path relative to a folder, with `/`. */
export function below(folder: string, path: string): string {
  return relative(folder, path).replaceAll('\\', '/')
}

/** The text of a file; empty where it is missing. */
export function textOf(path: string): string {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : ''
}

/** The front matter of a page as text, YAML or TOML; empty for none. */
export function frontMatterOf(source: string): string {
  return (
    /^\uFEFF?(?:---[ \t]*\r?\n([\s\S]*?)\r?\n---|\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+)[ \t]*(?:\r?\n|$)/
      .exec(source)
      ?.slice(1)
      .find((part) => part !== undefined) ?? ''
  )
}
