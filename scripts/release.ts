/**
 * `npm run release -- 1.2.3`: one version for all packages, npm's and Python's.
 *
 *     npm run release -- 1.2.3                prints the changes, and writes nothing
 *     npm run release -- 1.2.3 --write        sets the version, writes the section of the changelog, builds and checks the
 *                                             packages, commits, and adds the tag v1.2.3
 *     npm run release -- 1.2.3 --publish      publishes the commit with that tag, with provenance; CI does this
 *
 * `--registry URL` publishes to another registry; `--no-provenance` is for registries without it, and for other places than CI.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readManifest } from './packages/published.ts'
import { commitsSince, lastRelease, withSection } from './release/changelog.ts'
import { publishPackages } from './release/publish.ts'
import { compareVersions, withVersion } from './release/versions.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    write: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    registry: { type: 'string' },
    provenance: { type: 'boolean', default: true },
  },
})
try {
  const [version, ...others] = positionals
  if (version === undefined || others.length > 0) throw new Error('Name one version: npm run release -- 1.2.3')
  if (values.publish) publish(version)
  else release(version)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function release(version: string): void {
  const current = readManifest(root).version
  // The version of the manifests is not released before it has a tag.
  const tag = lastRelease(root)
  const order = compareVersions(version, current)
  if (order < 0 || (order === 0 && tag === `v${version}`))
    throw new Error(`${version} is not after ${current}, the present version.`)
  const commits = tag === undefined ? [] : commitsSince(root, tag)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const today = new Date().toISOString().slice(0, 10)
  const { text, section, leftOut } = withSection(changelog, version, today, commits)
  const texts = withVersion(root, version).set('CHANGELOG.md', text)
  const changed = [...texts].filter(([path, changedText]) => readFileSync(join(root, path), 'utf8') !== changedText)

  console.log(`${section}\n${current} → ${version} in ${changed.length} files:`)
  for (const [path] of changed) console.log(`  ${path}`)
  if (tag === undefined) console.log('There is no earlier release, so the commits are not listed.')
  else console.log(`${commits.length} commits since ${tag}, ${leftOut} of which change no package and are not listed.`)
  if (!values.write) {
    console.log('Nothing was written: add --write.')
    return
  }
  requireCleanTree()
  for (const [path, changedText] of changed) writeFileSync(join(root, path), changedText)
  build()
  git('add', '--', ...changed.map(([path]) => path))
  git('commit', '--quiet', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', version)
  console.log(`Committed and tagged. Push it with \`git push --follow-tags\`; CI runs the release with --publish.`)
}

function publish(version: string): void {
  if (readManifest(root).version !== version)
    throw new Error(`The checkout has version ${readManifest(root).version}: check out the tag v${version}.`)
  requireCleanTree()
  const tags = git('tag', '--points-at', 'HEAD').split('\n')
  if (!tags.includes(`v${version}`)) throw new Error(`The commit has no tag v${version}: release it with --write.`)
  build()
  const { published, present } = publishPackages(root, { url: values.registry, provenance: values.provenance })
  for (const name of published) console.log(`${name} ${version} is published.`)
  for (const name of present) console.log(`${name} ${version} was there.`)
}

/** Builds and checks the packages. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    throw new Error('The packages have faults: see above. Undo the changed files with `git checkout .`.')
}

function requireCleanTree(): void {
  if (git('status', '--porcelain') !== '')
    throw new Error('The checkout has changes that are not committed: commit or undo them first.')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}
