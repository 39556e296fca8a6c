/** Publishes the tarballs of `build/tarballs/`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { publishedPackages } from '../packages/published.ts'
import { isPrerelease } from './versions.ts'

export interface Registry {
  /** Default: the one of the npm configuration. */
  url?: string | undefined
  /** Whether npm states where the packages were built, which works in CI only. */
  provenance: boolean
  /** Variables of npm's environment, such as those with credentials. */
  env?: NodeJS.ProcessEnv
}

/**
 * Publishes all packages, each after its dependencies. Packages that the registry has are left out, so that an interrupted
 * call can be repeated.
 * @returns the names of the published packages, and of those that were there.
 * @throws with npm's message if a package is refused.
 */
export function publishPackages(root: string, registry: Registry): { published: string[]; present: string[] } {
  const npm = (...args: string[]) =>
    spawnSync('npm', [...args, ...(registry.url === undefined ? [] : ['--registry', registry.url])], {
      cwd: join(root, 'build'),
      encoding: 'utf8',
      env: registry.env ?? process.env,
      shell: process.platform === 'win32',
    })
  const result = { published: [] as string[], present: [] as string[] }
  for (const { manifest } of publishedPackages(root)) {
    const { name, version } = manifest
    const tarball = join(root, 'build/tarballs', tarballName(name, version))
    if (!existsSync(tarball)) throw new Error(`${tarball} is missing: run \`npm run build\` first.`)
    if (npm('view', `${name}@${version}`, 'version').stdout.trim() === version) {
      result.present.push(name)
      continue
    }
    const tag = isPrerelease(version) ? 'next' : 'latest'
    const options = ['--access', 'public', '--tag', tag, `--provenance=${String(registry.provenance)}`]
    const { status, stderr } = npm('publish', tarball, ...options)
    if (status !== 0) throw new Error(`${name} could not be published:\n${stderr}`)
    result.published.push(name)
  }
  return result
}

/** The name that `npm pack` gives: `@docent/dialog` → `docent-dialog-1.0.0.tgz`. */
export function tarballName(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}
