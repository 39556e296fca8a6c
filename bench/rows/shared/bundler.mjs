/** The bundlers of `site-peers/bundlers`, installed when one is first needed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bundlers = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'site-peers/bundlers')
const FLAGS = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']

/** The module of `rolldown`, `esbuild` or `webpack`. */
export function bundler(name) {
  if (!existsSync(join(bundlers, 'node_modules')))
    execFileSync('npm', ['install', ...FLAGS], { cwd: bundlers, stdio: ['ignore', 'ignore', 'inherit'] })
  return createRequire(join(bundlers, 'package.json'))(name)
}
