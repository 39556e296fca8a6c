/** Builds of the same folder: cold, again with nothing changed, and with one page changed. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pagePath, writePages } from '../pages.mjs'
import { measure } from './measured.mjs'

const HOME = '---\ntitle: Handbook\ndescription: Where to begin.\n---\n\nThe parts are in the sidebar.\n'

/** Writes the folder and builds it. @param again whether it is built twice more. */
export function buildRows(site, count, again) {
  site.prepare(count)
  const docs = site.docs(count)
  mkdirSync(docs, { recursive: true })
  writeFileSync(join(docs, 'index.md'), HOME)
  writePages(docs, count)
  const row = (what) => {
    const { cpu, peakMB, wall } = measure(site.build(count))
    return {
      site: site.name,
      pages: count,
      build: what,
      'CPU s': Number(cpu.toFixed(2)),
      'pages per CPU s': Number((count / cpu).toPrecision(3)),
      'peak MB': Math.round(peakMB),
      'wall s': Number(wall.toFixed(1)),
    }
  }
  const rows = [row('cold')]
  if (!again) return rows
  rows.push(row('nothing changed'))
  appendFileSync(join(docs, pagePath(7)), '\nOne more sentence.\n')
  rows.push(row('one page changed'))
  return rows
}
