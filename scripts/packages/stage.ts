/** Writes the published folder of a package below `build/`. */
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { sourcesIn } from '../sources.ts'
import { publishedManifest, publishedPath } from './manifest.ts'
import { type Package, repositoryAddress } from './published.ts'
import { publishedReadme } from './readme.ts'

/** Files that npm always publishes, even if `files` does not name them. */
const ALWAYS = new Set(['package.json', 'README.md', 'LICENSE'])

/**
 * Copies the compiled files of a package, and those beside its sources that are not compiled (styles, hand-written types).
 * Compiled files whose source was deleted stay in `dist/` until it is removed, and are not copied.
 */
export function stageSources(root: string, { folder }: Package): void {
  const source = join(root, 'packages', folder)
  const target = join(root, 'build', folder)
  const compiled = [...sourcesIn(join(source, 'src'))]
    .map((path) => publishedPath(relative(source, path).replaceAll('\\', '/')))
    .flatMap((path) => (path.endsWith('.d.ts') ? [] : [path, path.replace(/\.js$/, '.d.ts')]))
  for (const path of compiled) copy(join(source, path), join(target, path))
  const others = globSync('src/**/*', { cwd: source, withFileTypes: true })
    .filter((entry) => entry.isFile() && (!/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')))
    .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  for (const path of others) copy(join(source, path), join(target, publishedPath(path)))
}

/** Writes licence, README with its pictures, and manifest. @param dependencies replace those of the sources, for a bundle. */
export function stageDescription(root: string, each: Package, dependencies?: Record<string, string>): void {
  const { folder, manifest } = each
  const target = join(root, 'build', folder)
  const directory = `packages/${folder}`
  const repository = repositoryAddress(root)
  copy(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const readme = join(root, directory, 'README.md')
  if (!existsSync(readme)) throw new Error(`${directory} has no README.md: every published package needs its own.`)
  const { text, pictures } = publishedReadme(readFileSync(readme, 'utf8'), directory, repository)
  writeFileSync(join(target, 'README.md'), text)
  for (const [place, path] of pictures) copy(join(root, path), join(target, place))
  const files = readdirSync(target).filter((name) => !ALWAYS.has(name))
  const published = publishedManifest(manifest, { files, dependencies, repository, directory })
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
