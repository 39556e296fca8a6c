/** Builds of the same folder: cold, again without changes, and with one changed page. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pagePath, writePages } from '../pages.mjs'
import { measure } from './measured.mjs'

/** The first page of the folder. */
export const HOME = '---\ntitle: Handbook\ndescription: Where to begin.\n---\n\nThe parts are in the sidebar.\n'

/**
 * The builds of a contestant, by size. A build that fails or takes longer than `minutes` is a row with the reason, and a
 * build that must take longer, estimated from the previous size, is left out, so that the other contestants are measured.
 * @param again whether a size is built twice more, unchanged and with one changed page.
 */
export function buildRows(site, sizes, again, minutes) {
  const rows = []
  let pace = 0
  for (const count of sizes) {
    const expected = (count * pace) / 60
    if (expected > minutes) {
      rows.push({ site: site.name, pages: count, build: `left out: ${Math.round(expected)} min to expect` })
      continue
    }
    try {
      for (const row of buildsOf(site, count, again(count), minutes)) rows.push(row)
    } catch (error) {
      console.error(`${site.name}, ${count} pages: ${error.message}`)
      rows.push({ site: site.name, pages: count, build: `failed: ${error.message.trim().split('\n').at(-1)}` })
      break
    }
    pace = rows.findLast(({ build }) => build === 'cold')['wall s'] / count
  }
  return rows
}

/** Writes the folder and builds it. */
function* buildsOf(site, count, again, minutes) {
  site.prepare(count)
  const docs = site.docs(count)
  mkdirSync(docs, { recursive: true })
  writeFileSync(join(docs, 'index.md'), HOME)
  writePages(docs, count)
  const row = (what) => {
    console.log(`${new Date().toTimeString().slice(0, 8)} ${site.name}, ${count} pages, ${what} …`)
    const { cpu, peakMB, wall } = measure(site.build(count), minutes)
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
  yield row('cold')
  if (!again) return
  yield row('nothing changed')
  appendFileSync(join(docs, pagePath(7)), '\nOne more sentence.\n')
  yield row('one page changed')
}
