/** The pages that only the menu of a script names are admitted as those of links are. */
import { isInside } from '../discover/scope.ts'
import { pagesInMenu } from '../html/menu-scripts.ts'
import { decodePlain } from '../net/decode-text.ts'
import type { Waiting } from '../store/frontier.ts'
import type { PageFacts } from '../store/pages.ts'
import { admit } from './admit.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'

/** Scripts of one crawl; a site has one or two, and some more for its versions. */
const MAX_SCRIPTS = 100

/** Requests the scripts of a page that were not requested in this crawl. A folder shows which files its pages are. */
export async function readMenus(run: Run, { url, depth }: Waiting, { menus = [], nofollow }: PageFacts): Promise<void> {
  if (!run.follow || nofollow || run.options.source.kind === 'folder') return
  for (const script of menus) {
    if (run.menus.has(script) || run.menus.size >= MAX_SCRIPTS || !isInside(run.areas, script)) continue
    run.menus.add(script)
    const outcome = await fetchFile(run, script)
    if (outcome.kind !== 'received' || outcome.body.length > run.limits.bytes) continue
    const pages = pagesInMenu(decodePlain(outcome.body), script, url)
    run.store.transaction(() => {
      for (const to of pages) admit(run, { url: to, source: script, depth: depth + 1, hops: 0, listed: false })
    })
  }
}
