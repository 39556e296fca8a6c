/**
 * Markdown twins of pages: where a site has them, and their text. A page may name its own; otherwise the site has them for all
 * pages, which `llms.txt` shows, or a request for a few pages at the beginning of the crawl.
 */
import { twinOf } from '../discover/llms-txt.ts'
import { isInside } from '../discover/scope.ts'
import { routeOf } from '../html/hash-routes.ts'
import { decodePlain } from '../net/decode-text.ts'
import type { NotReceived, Received } from '../net/outcome.ts'
import type { TwinSource } from '../result/verdict.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'

/** Pages of a site that are asked for a twin: the start may be a page without one. */
const PROBES = 2

/** The text of a twin, and the way by which it was found. */
export interface Twin {
  text: string
  source: TwinSource
}

/** Looks for twins of a site that names none: beside a page (`/guide.md`), or as another form of the page itself. */
export async function probeTwins(run: Run): Promise<void> {
  if (run.twins !== undefined) return
  const { frontier, pages } = run.store
  for (const url of frontier.firstPages(PROBES)) {
    for (const source of ['file', 'accept'] as const) {
      // The page of an earlier crawl was asked then; without Markdown its answer is the whole page.
      if (source === 'accept' && pages.get(url) !== undefined) continue
      if ((await requestTwin(run, url, source)) === undefined) continue
      run.twins = source
      return
    }
  }
}

/** The twin of a page: the one at the address that the page names, or the one that the site has. */
export async function readTwin(run: Run, url: string, named: string | undefined): Promise<Twin | undefined> {
  const source = named === undefined ? run.twins : 'link'
  if (source === undefined || routeOf(url) !== undefined) return undefined
  const text = await requestTwin(run, url, source, named)
  return text === undefined ? undefined : { text, source }
}

async function requestTwin(
  run: Run,
  url: string,
  source: TwinSource,
  named = twinOf(url),
): Promise<string | undefined> {
  const at = source === 'accept' ? url : named
  if (!isInside(run.areas, at)) return undefined
  const outcome = await fetchFile(run, at, source === 'accept' ? 'text/markdown' : undefined)
  return isMarkdown(outcome, source) && outcome.body.length <= run.limits.bytes ? decodePlain(outcome.body) : undefined
}

/** Whether the answer is Markdown. Many sites answer requests for missing files with a page. */
function isMarkdown(outcome: Received | NotReceived, source: TwinSource): outcome is Received {
  if (outcome.kind !== 'received') return false
  if (outcome.type === 'text/markdown' || source === 'accept') return outcome.type === 'text/markdown'
  return !/html/.test(outcome.type) && !/^\s*</.test(decodePlain(outcome.body.subarray(0, 200)))
}
