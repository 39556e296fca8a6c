/**
 * Loads the search without the app: the dialog is a separate bundle, with Preact. Its files are loaded in parallel from the
 * first sign of intent on. When the reader opens the search before they have arrived, a placeholder box accepts the input;
 * the dialog then replaces the box and receives its text.
 */
import type { Controller } from '@docent/dialog'
import { FRAME_ID } from '../../shared/frame-id.ts'
import type { PageState, SiteInfo } from '../../shared/page-data.ts'
import { EARLY_WORKER_POLICY } from '../../shared/trusted-types-policies.ts'
import type { SearchHost } from '../boot-context.ts'
import { openBox, type PlaceholderBox } from './placeholder-box.ts'
import { opensSearch } from './search-keys.ts'
import type { LoadedSearch } from './search-dialog.tsx'
import type { StartedIndex } from './static-search.ts'
import { workerStarter } from '../trusted-worker.ts'

const { app = '', search = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? ({} as DOMStringMap)

/** The dialog's style sheet and script, the client, and the dialog's core, which searches without the dialog. */
const [styleSheet = '', script = '', client = '', core = ''] = search === '' ? [] : search.split(' ').map(addressOf)

/**
 * Delay of the dialog's files after the request for the dictionary part of a word that the reader has typed already (ms). The
 * part takes 35 ms of a slow connection alone, and 130 ms beside these files, which arrive at the same time as without the delay.
 * Median of 6 alternating searches of a static site on slow 4G, busy cores: first hit after 864 instead of 950 ms, minimum 784
 * instead of 889 (`npm run bench -- all first-result`). On a fast connection nothing is typed yet, or the part arrives
 * sooner, which ends the delay.
 */
const PART_FIRST_MS = 50

let box: PlaceholderBox | undefined
/** Searches for the text of the box, and then for that of the dialog. */
let controller: Controller | undefined
let loaded: LoadedSearch | undefined
let loading: Promise<LoadedSearch> | undefined

/** Worker and index files of a static site. Started once, since a Trusted Types policy cannot be created twice. */
let early: StartedIndex | undefined

/** Resolves when the dialog's style sheet has loaded or failed; `undefined` before it is requested. */
let styles: Promise<unknown> | undefined

/** Opens the search at its shortcuts and buttons, and loads it at the first sign of intent. */
export function listenForSearch(host: SearchHost): void {
  if (search === '') return
  addEventListener('keydown', (event) => {
    // The loaded dialog has its own listener. While the box is open, the shortcut must not reach the browser.
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

/** Whether an event target is in a button that opens the search. */
export function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-search]') !== null
}

/** Opens the search, after the document is parsed. @param query the initial query. */
export function openSearch(host: SearchHost, query = ''): void {
  if (loaded) loaded.open(query)
  else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => openSearch(host, query))
  else if (!box) {
    box = openBox(
      query,
      (text) => controller?.type(text),
      () => (box = undefined),
    )
    void replaceBox(host)
  }
}

/** Replaces the box by the dialog, if the box is still open. When the dialog cannot be loaded, the box is removed. */
async function replaceBox(host: SearchHost): Promise<void> {
  const dialog = await prepare(host).catch(() => undefined)
  await box?.settled()
  // The box was closed; if it was opened again, that call has already replaced it.
  if (!box) return
  const text = box.take()
  box = undefined
  loaded = dialog
  loaded?.open(text)
  finishAnimations()
}

/** Loads the dialog; a failed load is repeated by the next call. */
function prepare(host: SearchHost): Promise<LoadedSearch> {
  loading ??= load(host)
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(host: SearchHost): Promise<LoadedSearch> {
  const located = Object.assign(host, { where: host.where ?? readPageState() })
  const { site, page } = located.where
  // On a static site the index takes longest, so it is started first.
  early ??= startIndex(site)
  const loadingClient = import(/* @vite-ignore */ client) as Promise<typeof import('./search-client.ts')>
  // The client gets the connection first: it needs three round trips to the first hits, the dialog one.
  if (early) {
    const { clientOf, scopeOf } = await loadingClient
    clientOf(site, early, scopeOf(page))
    if (typed() !== '')
      await Promise.race([early.guessed, new Promise((resolve) => setTimeout(resolve, PART_FIRST_MS))])
  }
  for (const file of [core, script]) fetchFile('modulepreload', file)
  styles ??= arrival(fetchFile('stylesheet', styleSheet))
  await loadingClient
  // A static site sends its first query when the worker has started.
  if (!early) {
    const { startQueries } = (await import(/* @vite-ignore */ core)) as typeof import('./first-query.ts')
    controller ??= startQueries(located.where)
    controller.type(typed())
  }
  const { startSearch } = (await import(/* @vite-ignore */ script)) as typeof import('./search-dialog.tsx')
  const started = await startSearch(located, controller)
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
    // With the same options as in `static-search.ts`.
    files: [index, delta].map((path) => fetch(address(path), { cache: 'no-cache' })),
    typed,
  }
  begun.worker?.addEventListener('error', () => (begun.worker = undefined))
  return begun
}

/** The text of the box, or of the dialog that has replaced it. */
function typed(): string {
  return document.querySelector<HTMLInputElement>('.DocSearch-Input')?.value ?? ''
}

function addressOf(file: string): string {
  return new URL(file, new URL(app, location.href)).href
}

function fetchFile(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  // The client's requests have no cookies, for which browsers use a separate connection.
  if (rel === 'preconnect') link.crossOrigin = 'anonymous'
  document.head.append(link)
  return link
}

function arrival(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => ['load', 'error'].forEach((end) => link.addEventListener(end, resolve)))
}

/** Skips the opening animation of a dialog that replaces the box. */
function finishAnimations(): void {
  const dialog = document.querySelector('dialog.DocSearch-Container')
  for (const element of [dialog, dialog?.firstElementChild])
    for (const animation of element?.getAnimations() ?? []) animation.finish()
}
