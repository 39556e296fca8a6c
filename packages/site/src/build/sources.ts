/** The sources of the browser code, and the versions of the packages that it contains. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package `site`. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The sources of the build, relative to `packages/site`; tests are left out. */
const INPUTS = [
  'src/**/*.{ts,tsx,css,svg}',
  '../dialog/src/**/*.{ts,tsx,css}',
  '../{client,engine}/src/**/*.ts',
  '../mcp/src/{text,tools}/**/*.ts',
  'package.json',
]

/** Packages whose code is in the bundles. */
export const BUNDLED: readonly string[] = ['react', 'react-dom', 'scheduler', 'preact', 'lucide-react']

/** Hash of all sources, and of the versions of Vite and of the bundled packages. */
export function sourceStamp(): string {
  const hash = createHash('sha256')
  const files = globSync(INPUTS, { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  for (const name of [...BUNDLED, 'vite']) hash.update(`${name}@${versionOf(name)}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** The path of a package's manifest. */
export function packagePath(name: string): string {
  return createRequire(import.meta.url).resolve(`${name}/package.json`)
}

/** The version of an installed package. */
export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(packagePath(name), 'utf8')) as { version: string }).version
}
