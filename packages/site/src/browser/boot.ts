/**
 * The only script that a page loads without interaction; it runs before the first paint. It sets the theme, and loads the
 * app at the first intent: the pointer over a link or a button, focus, a touch, a key. Until then links are plain links.
 * When the reader opens the search, the search is loaded first, and the app after the first answer. At most 4 kB gzip.
 */
import { queryInAddress, readEntry } from '@docent/dialog'
import { FRAME_ID } from '../shared/frame-id.ts'
import type { ModelContext } from './page-tools.ts'
import type { BootContext, SearchHost } from './boot-context.ts'
import { isButton, listenForSearch, openSearch } from './search/search-loader.ts'
import { revealCurrent } from './reveal-current.ts'
import { showDiagrams } from './show-diagrams.ts'

/** Key in local storage; its value is `light` or `dark`. Without a value the system's theme is used. */
const THEME_KEY = 'docent-theme'

const INTENTS = ['pointerover', 'focusin', 'touchstart', 'keydown', 'click'] as const

const root = document.documentElement
const { app, navigation, now, diagrams, diagramFrame, tools } = (document.currentScript as HTMLScriptElement).dataset
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

// The theme.

function showTheme(): void {
  let theme: string | null = null
  try {
    theme = localStorage.getItem(THEME_KEY)
  } catch {
    // Storage may be blocked: the system's theme is used.
  }
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : systemIsDark.matches ? 'dark' : 'light'
}

function switchTheme(): void {
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  root.dataset.theme = theme
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is blocked: the theme applies to this page only.
  }
}

showTheme()
root.dataset.keys = /mac|iphone|ipad/i.test(navigator.platform) ? 'apple' : 'other'
systemIsDark.addEventListener('change', showTheme)
addEventListener('storage', showTheme)
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-theme-switch]')) switchTheme()
})

// The first intent.

const search: SearchHost = { startApp: load }
const left = leftSearch()
let started: Promise<void> | undefined

/** The query to reopen the dialog with: from a history entry in which a hit was opened, or from an address such as `/guide?q=install`. */
function leftSearch(): string | undefined {
  return readEntry() ?? (/\/search\/?$/.test(location.pathname) ? undefined : queryInAddress())
}

function listen(event: Event): void {
  const { type } = event
  const target = event.target instanceof Element ? event.target : undefined
  // While the reader searches, nothing is loaded before the first answer.
  if (event.defaultPrevented || isButton(target ?? null)) return
  if (type === 'pointerover' ? target?.closest('a, button, summary') : !isInSearch(target) && !isModifier(event)) load()
}

function isInSearch(target: Element | undefined): boolean {
  return Boolean(target?.closest('.DocSearch-Container'))
}

/** Whether the event is the press of a modifier key alone, which is no intent. */
function isModifier(event: Event): boolean {
  return event instanceof KeyboardEvent && ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)
}

/** Offers the tools of the site to the browser's assistant, where the configuration and the browser have that. */
function offerTools(): void {
  if (tools === undefined || !('modelContext' in document)) return
  const context = document.modelContext as ModelContext
  const code = import(/* @vite-ignore */ tools) as Promise<typeof import('./page-tools.ts')>
  // A failure leaves the page without tools, which few browsers have.
  code.then((module) => module.offerTools(context)).catch(() => undefined)
}

/** Loads the app; resolves when it has taken over. After a failure the page is unchanged, and the next intent tries again. */
function load(): Promise<void> {
  started ??= startApp()
  started.catch(() => (started = undefined))
  return started
}

async function startApp(): Promise<void> {
  if (!app || !navigation) throw new Error('This page has no app.')
  let mounted = (): void => undefined
  const taken = new Promise<void>((resolve) => (mounted = resolve))
  const context: BootContext = {
    search,
    navigation: fetch(navigation).then((response) => response.json()),
    takeOver() {
      for (const intent of INTENTS) removeEventListener(intent, listen)
      removeEventListener('popstate', followHistory)
      mounted()
    },
  }
  const code = import(/* @vite-ignore */ app) as Promise<typeof import('./main.tsx')>
  const [{ start }] = await Promise.all([code, context.navigation])
  await start(context)
  await taken
}

/** After a reload, the browser moves among the app's history entries without loading, so their page must be loaded here. */
function followHistory(): void {
  if (location.pathname + location.search !== loadedAddress) location.reload()
}

const loadedAddress = location.pathname + location.search
addEventListener('popstate', followHistory)
listenForSearch(search)
if (left !== undefined) openSearch(search, left)
for (const intent of INTENTS) addEventListener(intent, listen, { passive: intent === 'touchstart' })

// On narrow screens the sidebar is a popover, which can be scrolled only when open. `toggle` does not bubble.
addEventListener(
  'toggle',
  (event) => {
    if (event.target instanceof Element && event.target.id === FRAME_ID.sidebar) revealCurrent()
  },
  { capture: true },
)

addEventListener('DOMContentLoaded', () => {
  revealCurrent()
  showDiagrams(diagrams, diagramFrame)
  offerTools()
  if (now !== undefined) load()
})
