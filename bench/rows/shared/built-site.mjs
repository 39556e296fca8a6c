/** A site of the generated pages, built for a measurement in a browser. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { writePages } from '../../pages.mjs'
import { HOME } from '../../site/builds.mjs'
import { measure } from '../../site/measured.mjs'

/** Builds a contestant's site, unless an earlier round has built it. */
export function buildSite(site, pages) {
  if (existsSync(site.out(pages))) return
  site.prepare(pages)
  mkdirSync(site.docs(pages), { recursive: true })
  writeFileSync(join(site.docs(pages), 'index.md'), HOME)
  writePages(site.docs(pages), pages)
  measure(site.build(pages))
}
