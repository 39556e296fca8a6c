/**
 * Builds of 2,000 pages: cold, again without changes, with one changed page, and cold with the site's address. Hugo builds the same
 * pages with a small layout: without a sidebar, and with one. Docent's build includes the sidebar, the page data, the Markdown of each
 * page and the index.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { pagePath, writePages } from '../pages.mjs'
import { HOME } from '../site/builds.mjs'
import { measure as run } from '../site/measured.mjs'
import { commandOf } from './shared/command.mjs'
import { hugoSite } from './shared/hugo.mjs'

const PAGES = 2000

export const work = `build of ${PAGES} pages`

export const anchors = {
  'Hugo, no sidebar': (job) => hugo(job, false),
  'Hugo, sidebar': (job) => hugo(job, true),
}

export const limits = {
  'cold, pages per CPU s': { atLeast: (figures) => figures['Hugo, no sidebar']?.['cold, pages per CPU s'] },
  'cold, peak MB': { atMost: 300 },
  'cold, wall on one core / on two': { atLeast: 1.7 },
  'nothing changed, CPU s': { atMost: 0.7 },
  'one page changed, s': { atMost: 0.4 },
}

/**
 * Folders are removed after the row: for minutes after many files were removed, ext4 takes up to twenty times as long to create
 * one, which doubled the time of a build.
 */
export const removesLate = true

export function measure({ checkout, folder }) {
  const docs = docsIn(folder)
  const buildOf = (source, name) => ({
    command: process.execPath,
    args: argsOf(checkout, source, join(folder, name)),
    cwd: folder,
    env: { XDG_CACHE_HOME: join(folder, 'cache') },
  })
  // Fills the compile cache, as an earlier run of the installed command does.
  const first = join(folder, 'first')
  mkdirSync(first)
  writeFileSync(join(first, 'index.md'), HOME)
  run(buildOf(first, 'first-out'))
  const figures = {}
  if (availableParallelism() > 1) {
    const onCores = (cores, { command, args, ...rest }) =>
      run({ ...rest, command: 'taskset', args: ['-c', cores, command, ...args] })
    const one = onCores('0', buildOf(docs, 'one'))
    const two = onCores('0,1', buildOf(docs, 'two'))
    figures['cold, wall on one core / on two'] = one.wall / two.wall
  }
  const build = buildOf(docs, 'out')
  const cold = run(build)
  const unchanged = run(build)
  appendFileSync(join(docs, pagePath(7)), '\nOne more sentence.\n')
  const changed = run(build)
  // The sitemap and the lists for programs need the site's address.
  writeFileSync(join(docs, 'docent.config.json'), '{ "siteUrl": "https://docs.example.com" }')
  const addressed = run(buildOf(docs, 'addressed'))
  return {
    'cold, pages per CPU s': PAGES / cold.cpu,
    'cold, CPU s': cold.cpu,
    'cold, s': cold.wall,
    'cold, peak MB': cold.peakMB,
    ...figures,
    'nothing changed, CPU s': unchanged.cpu,
    'one page changed, CPU s': changed.cpu,
    'one page changed, s': changed.wall,
    'cold with an address, CPU s': addressed.cpu,
  }
}

/** @throws when Hugo is not installed. */
function hugo({ folder }, sidebar) {
  const site = join(folder, 'site')
  const build = hugoSite({ folder: site, docs: docsIn(folder), sidebar })
  try {
    run({ command: 'hugo', args: ['version'], cwd: site })
  } catch (error) {
    throw new Error('Hugo is missing: install the package "hugo" of Debian.', { cause: error })
  }
  const { cpu, wall } = run(build)
  return { 'cold, pages per CPU s': PAGES / cpu, 'cold, CPU s': cpu, 'cold, s': wall }
}

function docsIn(folder) {
  const docs = join(folder, 'docs')
  mkdirSync(docs)
  writeFileSync(join(docs, 'index.md'), HOME)
  writePages(docs, PAGES)
  return docs
}

const argsOf = (checkout, source, out) => [
  commandOf(checkout),
  'build',
  source,
  '--quiet',
  '--out',
  out,
  '--data',
  `${out}-data`,
]
