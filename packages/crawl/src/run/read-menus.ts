/** The pages that only the menu of a script names are admitted as those of links are. */
import { isInside } from '../discover/scope.ts'
import { HELP_SYSTEM, partsOf, readHelpSystem, topicsIn } from '../html/flare-menu.ts'
import { pagesInMenu } from '../html/menu-scripts.ts'
import { addressOf, readPart, readTabs } from '../html/natural-docs-menu.ts'
import { decodePlain } from '../net/decode-text.ts'
import { toAddress } from '../result/address.ts'
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
  const admitAll = (pages: readonly string[], source: string): void =>
    run.store.transaction(() => {
      for (const to of pages) admit(run, { url: to, source, depth: depth + 1, hops: 0, listed: false })
    })
  for (const script of menus) {
    const text = await textOf(run, script)
    if (text === undefined) continue
    if (script.endsWith(`/${HELP_SYSTEM}`)) await readTables(run, { text, script }, admitAll)
    else if (script.endsWith('/menu/tabs.js')) await readParts(run, { text, script, page: url }, admitAll)
    else admitAll(pagesInMenu(text, script, url), script)
  }
}

/** Reads the tables of contents of MadCap Flare, part by part. */
async function readTables(
  run: Run,
  { text, script }: { text: string; script: string },
  admitAll: (pages: readonly string[], source: string) => void,
): Promise<void> {
  const folder = script.slice(0, -HELP_SYSTEM.length)
  const admitBelow = (names: readonly string[], source: string): void =>
    admitAll(
      names.flatMap((name) => toAddress(name, folder) ?? []),
      source,
    )
  const { tocs, first } = readHelpSystem(text)
  admitBelow(first, script)
  for (const toc of tocs) {
    const table = toAddress(toc, folder)
    const parts = table === undefined ? '' : ((await textOf(run, table)) ?? '')
    for (const name of partsOf(parts)) {
      const part = toAddress(name, table ?? folder)
      const topics = part === undefined ? undefined : await textOf(run, part)
      if (part !== undefined && topics !== undefined) admitBelow(topicsIn(topics), part)
    }
  }
}

/** Reads the menu of Natural Docs, part by part. */
async function readParts(
  run: Run,
  { text, script, page }: { text: string; script: string; page: string },
  admitAll: (pages: readonly string[], source: string) => void,
): Promise<void> {
  const { locations, parts } = readTabs(text)
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const source = toAddress(part.file, script)
    const content = source === undefined ? undefined : await textOf(run, source)
    if (source === undefined || content === undefined) continue
    const found = readPart(content, part.path)
    const addresses = found.paths.flatMap((path) => addressOf(path, locations) ?? [])
    admitAll(
      addresses.flatMap((address) => toAddress(address, page) ?? []),
      source,
    )
    parts.push(...found.parts.slice(0, MAX_SCRIPTS))
  }
}

/** The text of a script that was not requested in this crawl. */
async function textOf(run: Run, script: string): Promise<string | undefined> {
  if (run.menus.has(script) || run.menus.size >= MAX_SCRIPTS || !isInside(run.areas, script)) return undefined
  run.menus.add(script)
  const outcome = await fetchFile(run, script)
  return outcome.kind === 'received' && outcome.body.length <= run.limits.bytes ? decodePlain(outcome.body) : undefined
}
