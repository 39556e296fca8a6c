/**
 * Loads the search without the app: the dialog is a bundle of its own, with Preact. When the reader opens the search, a
 * placeholder box takes the input at once, while the files of the dialog are loaded in parallel, from the first sign of
 * intent on; the dialog then replaces the box and takes its text.
 */
import { FRAME_ID } from '../shared/frame-id.ts'
import type { PageState, SiteInfo } from '../shared/page-data.ts'
import { EARLY_WORKER_POLICY } from '../shared/trusted-types-policies.ts'
import type { SearchHost } from './boot-context.ts'
import { openBox, type PlaceholderBox } from './placeholder-box.ts'
import { opensSearch } from './search-keys.ts'
import type { LoadedSearch } from './search-dialog.tsx'
import type { StartedIndex } from './static-search.ts'
import { workerStarter } from './trusted-worker.ts'

const { app = '', search = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? ({} as DOMStringMap)

/** First in the list are the dialog's style sheet, its script, and the client. */
const [styleSheet = '', script = '', client = '', ...asked] = search === '' ? [] : search.split(' ').map(addressOf)

let box: PlaceholderBox | undefined
let loaded: LoadedSearch | undefined
let loading: Promise<LoadedSearch> | undefined

/** What is begun where there is no server. Once: a policy of Trusted Types cannot be made twice. */
let early: StartedIndex | undefined

/** The rest of the dialog's styles, once they were asked for. */
let styles: Promise<unknown> | undefined

/** Opens the search whenever the reader asks for it, and makes ready for that when it can be seen coming. */
export function listenForSearch(host: SearchHost): void {
  if (search === '') return
  addEventListener('keydown', (event) => {
    // The dialog listens itself. In the box only the shortcut itself must not reach the browser.
    if (loaded || !opensSearch(event)) return
    event.preventDefault()
    openSearch(host)
  })
  addEventListener('click', ({ target }) => isButton(target) && openSearch(host))
  for (const sign of ['pointerover', 'focusin'])
    addEventListener(sign, ({ target }) => {
      if (isButton(target)) prepare(host).catch(() => undefined)
    })
}

/** Whether this is in a button that opens the search. */
export function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-search]') !== null
}

/** Opens the search, or does so when the page stands. @param query to begin with. */
export function openSearch(host: SearchHost, query = ''): void {
  if (loaded) loaded.open(query)
  else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => openSearch(host, query))
  else if (!box) {
    box = openBox(query, () => (box = undefined))
    void replaceBox(host)
  }
}

/** Puts the dialog in the place of the box, if that is still there. Where it cannot be had, the box goes. */
async function replaceBox(host: SearchHost): Promise<void> {
  const dialog = await prepare(host).catch(() => undefined)
  await box?.settled()
  // Closed, or closed and opened again: then who opened it brings the dialog.
  if (!box) return
  const text = box.take()
  box = undefined
  loaded = dialog
  loaded?.open(text)
  finishAnimations()
}

/** Fetches what the dialog needs. */
function prepare(host: SearchHost): Promise<LoadedSearch> {
  loading ??= load(host)
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(host: SearchHost): Promise<LoadedSearch> {
  const located = Object.assign(host, { where: host.where ?? readPageState() })
  const { site, page } = located.where
  // The longest way of all that a first answer takes where there is no server: so it is begun first.
  early ??= startIndex(site)
  const asking = import(/* @vite-ignore */ client) as Promise<typeof import('./search-client.ts')>
  // What searches has the connection first: until it has the first hits, it asks three times, and the dialog once.
  if (early) await asking
  for (const file of [script, ...asked]) fetchFile('modulepreload', file)
  styles ??= arrival(fetchFile('stylesheet', styleSheet))
  const { clientOf, scopeOf } = await asking
  clientOf(site, early, scopeOf(page))
  const { startSearch } = (await import(/* @vite-ignore */ script)) as typeof import('./search-dialog.tsx')
  const started = await startSearch(located)
  await styles
  return started
}

function readPageState(): PageState {
  return JSON.parse(document.getElementById(FRAME_ID.state)?.textContent ?? '') as PageState
}

function startIndex({ search: connection, base }: SiteInfo): StartedIndex | undefined {
  if (!connection.static) {
    for (const href of connection.hosts) fetchFile('preconnect', href)
    return undefined
  }
  const { script: worker, index, delta } = connection.static
  const address = (path: string): string => new URL(base + path, location.href).href
  const begun: StartedIndex = {
    worker: workerStarter(EARLY_WORKER_POLICY, script)(address(worker)),
    // As the client would fetch them.
    files: [index, delta].map((path) => fetch(address(path), { cache: 'no-cache' })),
    // In the box, or in the dialog by now.
    typed: () => document.querySelector<HTMLInputElement>('.DocSearch-Input')?.value ?? '',
  }
  begun.worker?.addEventListener('error', () => (begun.worker = undefined))
  return begun
}

function addressOf(file: string): string {
  return new URL(file, new URL(app, location.href)).href
}

function fetchFile(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  // Scripts and questions go without cookies.
  if (rel === 'preconnect') link.crossOrigin = 'anonymous'
  document.head.append(link)
  return link
}

function arrival(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => ['load', 'error'].forEach((end) => link.addEventListener(end, resolve)))
}

/** The dialog that takes the place of another does not come in once more. */
function finishAnimations(): void {
  const dialog = document.querySelector('dialog.DocSearch-Container')
  for (const element of [dialog, dialog?.firstElementChild])
    for (const animation of element?.getAnimations() ?? []) animation.finish()
}
