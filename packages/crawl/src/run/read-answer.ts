/** The answer to a request for a page becomes a stored page with its links, or a verdict. */
import { messageOf } from '@docent/ingest/message-of'
import { isStaticPage } from '../extract/layouts/recognise.ts'
import { isClientRendered } from '../html/client-rendered.ts'
import { hasSpecification } from '../html/data-file.ts'
import { routeOf, routesFrom, withoutPlace } from '../html/hash-routes.ts'
import { readHead } from '../html/head.ts'
import { linksOf } from '../html/links.ts'
import { menuScripts } from '../html/menu-scripts.ts'
import type { MadePage } from '../html/made-page.ts'
import { HtmlLimitError, parseHtml } from '../html/parse.ts'
import { saysMissing } from '../html/says-missing.ts'
import { isSearchPage } from '../html/search-page.ts'
import { readRobotsDirectives } from '../html/robots-directives.ts'
import { areaOf } from '../discover/scope.ts'
import { decodeHtml } from '../net/decode-text.ts'
import type { Outcome, Received } from '../net/outcome.ts'
import { RenderError } from '../render/renderer.ts'
import type { FailReason } from '../result/verdict.ts'
import type { Ending } from '../result/ending.ts'
import type { Waiting } from '../store/frontier.ts'
import { bodyHash, type PageFacts, type StoredLink, type StoredPage } from '../store/pages.ts'
import { admit, startWithoutRecords } from './admit.ts'
import { isCut } from './cut-answers.ts'
import type { Run } from './run.ts'
import { readData } from './read-data.ts'
import { readMenus } from './read-menus.ts'
import { readTwin } from './twins.ts'

/** An answer, and the last good one of the same address. */
export interface Answer {
  outcome: Outcome
  known: StoredPage | undefined
}

/** A page's text, facts and links. `text`: absent if the store has the body. */
interface Reading {
  body: string
  text?: string
  facts: PageFacts
  links: StoredLink[]
  /** Address of the Markdown twin that the page names. */
  twinUrl?: string
}

/** Stores the answer, and admits the addresses that it names. */
export async function readAnswer(run: Run, waiting: Waiting, { outcome, known }: Answer): Promise<void> {
  const { pages, transaction } = run.store
  const end = (ending: Ending): void => endPage(run, waiting, ending)
  if (outcome.kind === 'redirect') {
    transaction(() => redirect(run, waiting, outcome.to))
    return
  }
  if (outcome.kind === 'skipped' || outcome.kind === 'failed') {
    const { kind, reason, detail } = outcome
    return end({ state: kind, reason, ...(detail !== undefined && { detail }) } as Ending)
  }
  if (outcome.kind === 'unchanged') {
    if (known === undefined) {
      return end({ state: 'failed', reason: 'status', detail: 'status 304 to a request without a condition' })
    }
    const facts = transaction(() => keepKnown(run, waiting, known))
    return await readMenus(run, waiting, facts)
  }
  let reading: Reading
  try {
    if (isJson(outcome)) return end({ state: 'skipped', reason: 'not-html', detail: 'JSON' })
    reading = readPage(run, waiting.url, outcome, known)
    if (isCut(run, reading.text, known)) return end({ state: 'failed', reason: 'cut' })
    if (reading.facts.needsBrowser && reading.text !== undefined) {
      const page = parseHtml(reading.text)
      if (isSearchPage(page, readHead(page, waiting.url).title, waiting.url))
        return end({ state: 'skipped', reason: 'empty', detail: 'a search page' })
      const shown = await shownBy(run, waiting.url, reading.text)
      if (!('html' in shown)) return end({ state: 'failed', reason: 'needs-browser', ...shown })
      const { route } = shown
      if (route !== undefined && route !== waiting.url) return transaction(() => redirect(run, waiting, route))
      reading = readText(run, waiting.url, { text: shown.html, robots: outcome.robots, isRendered: true })
      if (shown.leftOut !== undefined) reading.facts.leftOut = shown.leftOut
      if (reading.facts.needsBrowser) throw new RenderError('the page has no text after its scripts ran')
      reading.facts.needsBrowser = true
    }
  } catch (error) {
    run.options.signal?.throwIfAborted()
    const detail = messageOf(error)
    return end({ state: 'failed', reason: reasonOf(error), detail })
  }
  // Without a new text the twin of the last answer stays.
  const isNew = reading.text !== undefined && !reading.facts.noindex
  const twin = isNew ? await readTwin(run, waiting.url, reading.twinUrl) : undefined
  transaction(() => {
    const { body, text, links } = reading
    const facts =
      twin === undefined ? reading.facts : { ...reading.facts, twin: bodyHash(twin.text), twinSource: twin.source }
    if (twin !== undefined) pages.putBody(twin.text)
    const { etag, modified } = outcome
    const received = Date.now()
    const page = { url: waiting.url, body, received, facts, ...(etag && { etag }), ...(modified && { modified }) }
    pages.put(page, { links, ...(text !== undefined && { text }) }, run.id)
    settlePage(run, waiting, reading)
  })
  await readMenus(run, waiting, reading.facts)
}

/** The page that the scripts of a shell show: made from a file of data, else rendered. */
async function shownBy(run: Run, url: string, shell: string): Promise<ShownPage | { detail?: string }> {
  const made = await readData(run, url, shell)
  if (made !== undefined && 'html' in made) return made
  if (run.render === undefined) return made === undefined ? {} : { detail: made.reason }
  const { html, url: at } = await run.render(url, shell)
  const isRoute = at.startsWith(`${url.split('#', 1).join('')}#`) && routeOf(at) !== undefined
  return { html, ...(isRoute && { route: withoutPlace(at) }) }
}

/** A page as its scripts show it. */
interface ShownPage extends MadePage {
  /** The route at which a router in the browser shows it. */
  route?: string
}

/** Settles a page that is not requested by its last answer. @param requested ISO 8601, the time of that answer. */
export function keepAnswer(run: Run, waiting: Waiting, requested: string): void {
  const { frontier, pages, transaction } = run.store
  const known = pages.get(waiting.url)
  if (known === undefined) return
  transaction(() => {
    frontier.notRequested(waiting.url, requested)
    keepKnown(run, waiting, known)
  })
}

function keepKnown(run: Run, waiting: Waiting, known: StoredPage): PageFacts {
  const { pages } = run.store
  const reading = knownReading(run, known)
  run.ends.whole++
  if (known.facts.version === run.options.version) pages.touch(waiting.url, run.id)
  else pages.put({ ...known, facts: reading.facts }, { links: reading.links }, run.id)
  settlePage(run, waiting, reading)
  return reading.facts
}

function reasonOf(error: unknown): FailReason {
  if (error instanceof HtmlLimitError) return 'too-large'
  return error instanceof RenderError ? 'needs-browser' : 'encoding'
}

/** Ends an address. For one that failed, the links of its last good answer are admitted: its neighbours may be there. */
export function endPage(run: Run, { url, depth }: Waiting, ending: Ending): void {
  const { frontier, pages, transaction } = run.store
  transaction(() => {
    frontier.end(url, ending)
    if (ending.state === 'skipped' || !run.follow) return
    for (const { url: to } of pages.links(url)) {
      admit(run, { url: to, source: url, depth: depth + 1, hops: 0, listed: false })
    }
  })
}

/** Parses a page, unless its text is the one that was parsed last time. */
function readPage(run: Run, url: string, { body, charset, robots }: Received, known: StoredPage | undefined): Reading {
  const text = decodeHtml(body, charset)
  const key = bodyHash(text)
  const header = robots.join(', ')
  const isKnown = known?.body === key && known.facts.header === header && known.facts.version === run.options.version
  return isKnown ? knownReading(run, known) : readText(run, url, { text, robots })
}

/** Whether an answer is data, which some servers send with the type of a page. */
function isJson({ body, charset }: Received): boolean {
  if (!/^\s*[[{]/.test(body.toString('latin1', 0, 100))) return false
  try {
    JSON.parse(decodeHtml(body, charset))
    return true
  } catch {
    return false
  }
}

/** The text of a page to read. `isRendered`: after its scripts ran. */
interface PageSource {
  text: string
  robots: readonly string[]
  isRendered?: boolean
}

function readText(run: Run, url: string, { text, robots, isRendered = false }: PageSource): Reading {
  const document = parseHtml(text)
  const head = readHead(document, url)
  const own = readRobotsDirectives(robots)
  const menus = menuScripts(document, head.base)
  // The head of an app is the same for all of its routes.
  const canonical = routeOf(url) === undefined ? head.canonical : undefined
  const links = linksOf(document, head.base).flatMap((link) =>
    link.nofollow ? [] : [{ url: link.url, text: link.text }],
  )
  const routes = isRendered ? routesFrom(document, url).map((to) => ({ url: to, text: '' })) : []
  const twinUrl = head.alternates.find(({ type }) => type === 'text/markdown')?.url
  return {
    body: bodyHash(text),
    text,
    facts: {
      ...(canonical !== undefined && { canonical }),
      ...(head.refresh !== undefined && head.refresh !== url && { refresh: head.refresh }),
      noindex: head.robots.noindex || own.noindex,
      nofollow: head.robots.nofollow || own.nofollow,
      header: robots.join(', '),
      version: run.options.version,
      needsBrowser: (hasSpecification(text, document) || isClientRendered(document)) && !isStaticPage(document),
      ...(menus.length > 0 && { menus }),
      ...(saysMissing(document, head.title) && { saysMissing: true as const }),
    },
    ...(twinUrl !== undefined && { twinUrl }),
    links: [...links, ...routes],
  }
}

/** The reading of an unchanged page. */
function knownReading(run: Run, { url, body, facts }: StoredPage): Reading {
  const { pages } = run.store
  if (facts.version === run.options.version) return { body, facts, links: pages.links(url) }
  const { facts: read, links } = readText(run, url, {
    text: pages.body(body),
    robots: [facts.header],
    isRendered: facts.needsBrowser,
  })
  const { twin, twinSource, leftOut } = facts
  const kept = { ...(twin && { twin }), ...(twinSource && { twinSource }), ...(leftOut && { leftOut }) }
  return { body, facts: { ...read, ...kept }, links }
}

/** Decides a page's verdict as far as it depends on the page alone, and admits its links. */
function settlePage(run: Run, waiting: Waiting, { facts, links }: Reading): void {
  const { frontier } = run.store
  const { url, depth } = waiting
  if (facts.refresh !== undefined) return redirect(run, waiting, facts.refresh)
  const ending = facts.noindex ? ({ state: 'skipped', reason: 'noindex' } as const) : startWithoutRecords(run, url)
  if (ending === undefined) frontier.isPage(url)
  else frontier.end(url, ending)
  if (!run.follow) return
  const found = facts.nofollow ? [] : links.map((link) => link.url)
  if (facts.canonical !== undefined && facts.canonical !== url) found.push(facts.canonical)
  for (const to of found) admit(run, { url: to, source: url, depth: depth + 1, hops: 0, listed: false })
}

/** A redirect is a verdict; its target is another address. Only the redirect of a start address leads out of the areas. */
function redirect(run: Run, { url, depth, hops }: Waiting, to: string): void {
  run.store.frontier.end(url, { state: 'skipped', reason: 'redirect', detail: to })
  if (run.follow && run.store.frontier.isStart(url)) {
    const area = areaOf(to)
    if (!run.areas.some((one) => one.host === area.host && area.path.startsWith(one.path))) {
      run.areas.push(area)
      run.store.update({ scope: JSON.stringify(run.areas) })
      run.note(`The start ${url} redirects to ${to}; pages below that address are crawled as well.`)
    }
    admit(run, { url: to, source: 'start', depth, hops: hops + 1, listed: true })
    return
  }
  admit(run, { url: to, source: url, depth, hops: hops + 1, listed: false })
}
