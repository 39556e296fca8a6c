/** The command of a checkout as a user installs it: the bundle that `npm run build` publishes. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Paths of `main.js` by checkout. */
const bundles = new Map()

/** Bundles the command once for each checkout. @returns the path of its `main.js`. */
export function commandOf(checkout) {
  const known = bundles.get(checkout)
  if (known !== undefined) return known
  const home = mkdtempSync(join(tmpdir(), 'docent-command-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const run = (...args) =>
    execFileSync(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  run('packages/site/src/build/build-client.ts')
  const target = join(home, 'docent')
  const bundle = `import { bundleCommand } from ${JSON.stringify(join(checkout, 'scripts/bundle-command.ts'))}`
  run('--input-type=module', '--eval', `${bundle}\nawait bundleCommand(${JSON.stringify(target)})`)
  copyFileSync(join(checkout, 'packages/cli/package.json'), join(target, 'package.json'))
  symlinkSync(join(checkout, 'node_modules'), join(home, 'node_modules'))
  const main = join(target, 'dist/main.js')
  bundles.set(checkout, main)
  return main
}
