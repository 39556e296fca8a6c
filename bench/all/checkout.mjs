/** A checkout of an earlier commit, with the dependencies that are installed here and its own packages. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Dependencies are links to those of this checkout, so both commits must need the same ones. The browser code is built.
 * @returns its folder, and a function that removes it.
 */
export function checkoutOf(commit) {
  const path = join(mkdtempSync(join(tmpdir(), 'docent-baseline-')), 'checkout')
  git('worktree', 'add', '--detach', path, commit)
  linkModules(join(root, 'node_modules'), join(path, 'node_modules'), path)
  for (const name of readdirSync(join(path, 'packages'))) {
    linkModules(join(root, 'packages', name, 'node_modules'), join(path, 'packages', name, 'node_modules'), path)
  }
  execFileSync(process.execPath, ['packages/site/src/build/build-client.ts'], { cwd: path, stdio: 'ignore' })
  return {
    path,
    remove() {
      git('worktree', 'remove', '--force', path)
      rmSync(dirname(path), { recursive: true, force: true })
    },
  }
}

/** Links each installed package; Docent's own packages are those of the checkout. */
function linkModules(from, to, checkout) {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    // Caches of tools, and the links to Docent's packages.
    if (name.startsWith('.') && name !== '.bin') continue
    if (name === '@docent') continue
    symlinkSync(join(from, name), join(to, name))
  }
  if (!existsSync(join(from, '@docent'))) return
  mkdirSync(join(to, '@docent'))
  for (const name of readdirSync(join(from, '@docent'))) {
    const own = join(checkout, 'packages', name)
    if (existsSync(own)) symlinkSync(own, join(to, '@docent', name))
  }
}

function git(...args) {
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
