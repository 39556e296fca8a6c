/** The packages that are published: those below `packages/` that are not private. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Manifest } from './manifest.ts'

/** A package of the repository. */
export interface Package {
  /** Name of its folder below `packages/`. */
  folder: string
  manifest: Manifest
}

/** The manifest in a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The published packages, each after the published packages that it depends on. @param root of the repository. */
export function publishedPackages(root: string): Package[] {
  const packages = readdirSync(join(root, 'packages'))
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .map((folder): Package => ({ folder, manifest: readManifest(join(root, 'packages', folder)) }))
    .filter(({ manifest }) => !manifest.private)
  const byName = new Map(packages.map((each) => [each.manifest.name, each]))
  const ordered = new Set<Package>()
  function add(each: Package): void {
    for (const name of Object.keys(each.manifest.dependencies ?? {})) {
      const dependency = byName.get(name)
      if (dependency && !ordered.has(dependency)) add(dependency)
    }
    ordered.add(each)
  }
  for (const each of packages) add(each)
  return [...ordered]
}

/** Web address of the repository without `.git`, from the `repository` of the root's manifest; undefined without one. */
export function repositoryAddress(root: string): string | undefined {
  const { repository } = readManifest(root)
  const url = typeof repository === 'string' ? repository : (repository as { url?: string } | undefined)?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}
