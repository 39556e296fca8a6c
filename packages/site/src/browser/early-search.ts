/**
 * The search box before its code is there: what the dialog needs is asked for at once, not one file after the other, and
 * as soon as its styles have come, a dialog of the same looks takes what the reader types, an input method's composition
 * too. What is typed is asked for while the code is on its way. The real dialog takes the box's place and its text.
 */
import { QUERY_MAX_LENGTH } from '@docent/dialog'
import type { PageState } from '../page-data.ts'
import { EARLY_WORKER_POLICY } from '../policy.ts'
import type { EarlyInput } from './early-input.ts'
import { workerStarter } from './trusted-worker.ts'

/** The box on the screen, until the dialog takes its place. */
export interface EarlyBox {
  /** What stands in the input, once an input method has ended its work. */
  settled(): Promise<void>
  /** Takes it away; returns its text. The focus goes back to where it was. */
  take(): string
}

const { app = '', search = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? ({} as DOMStringMap)

/** First in the list is the dialog's style sheet, second the client. */
const [styleSheet = '', clientScript = '', ...scripts] = search === '' ? [] : search.split(' ').map(addressOf)

/** The dialog's styles, once they were asked for. */
let styles: Promise<unknown> | undefined
let client: Promise<typeof import('./search-client.ts')> | undefined

/** What searches where there is no server: the longest way of all that a first answer takes, so it is begun first. */
let worker: Worker | undefined

/** Fetches what the dialog needs, and shows the box if the search is still wanted when its styles are there. */
export async function showEarlySearch(input: EarlyInput): Promise<void> {
  if (search === '') return
  if (!styles) {
    const link = fetchFile('stylesheet', styleSheet)
    styles = new Promise((resolve) => ['load', 'error'].forEach((end) => link.addEventListener(end, resolve)))
    startWorker(input)
    withClient(input, ({ prepareClient }, where) => prepareClient(where, worker))
    for (const script of scripts) fetchFile('modulepreload', script)
  }
  await styles
  if (input.wantsSearch && !input.box) openBox(input)
}

function addressOf(file: string): string {
  return new URL(file, new URL(app, location.href)).href
}

function fetchFile(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  document.head.append(link)
  return link
}

function startWorker(input: EarlyInput): void {
  const { search: connection, base } = whereIs(input).site
  if (!connection.static) return
  const script = new URL(base + connection.static.script, location.href).href
  worker = workerStarter(EARLY_WORKER_POLICY, clientScript)(script)
  // The client starts one of its own then.
  worker.addEventListener('error', () => (worker = undefined))
}

function whereIs({ where }: EarlyInput): PageState {
  return where ?? (JSON.parse(document.getElementById('docent-state')?.textContent ?? '') as PageState)
}

/** Calls with the client when it has come. Where it does not come, the dialog does not either, and nothing is lost. */
function withClient(
  input: EarlyInput,
  use: (client: typeof import('./search-client.ts'), where: PageState) => void,
): void {
  client ??= import(/* @vite-ignore */ clientScript) as Promise<typeof import('./search-client.ts')>
  client.then((loaded) => use(loaded, whereIs(input))).catch(() => (client = undefined))
}

function openBox(early: EarlyInput): void {
  const label = document.querySelector('[data-search] .search-label')?.textContent ?? ''
  const dialog = element('dialog', 'DocSearch DocSearch-Container', { 'aria-label': label })
  const modal = element('div', 'DocSearch-Modal')
  const bar = element('header', 'DocSearch-SearchBar')
  const form = element('form', 'DocSearch-Form')
  const text = element('input', 'DocSearch-Input', {
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': 'false',
    inputmode: 'search',
    enterkeyhint: 'go',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: String(QUERY_MAX_LENGTH),
    placeholder: label,
  })
  text.value = early.text
  form.append(element('span', 'DocSearch-MagnifierLabel'), text)
  bar.append(form)
  modal.append(bar)
  dialog.append(modal)

  const ask = (): void => withClient(early, ({ askEarly }, where) => askEarly(where, text.value))

  let ended: (() => void) | undefined
  let composing = false
  text.addEventListener('compositionstart', () => (composing = true))
  text.addEventListener('compositionend', () => {
    composing = false
    ask()
    ended?.()
  })
  text.addEventListener('input', () => composing || ask())
  form.addEventListener('submit', (event) => event.preventDefault())
  dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    // By Escape or a press beside it: nothing is wanted any more.
    if (early.box !== box) return
    dialog.remove()
    text.value = ''
    ask()
    Object.assign(early, { box: undefined, wantsSearch: false, text: '' })
  })
  const box: EarlyBox = {
    settled: () => (composing ? new Promise((resolve) => (ended = resolve)) : Promise.resolve()),
    take() {
      early.box = undefined
      dialog.close()
      dialog.remove()
      return text.value
    },
  }
  early.box = box
  // As the dialog does: the page keeps its width although it cannot be scrolled.
  dialog.toggleAttribute('data-gutter', innerWidth > document.documentElement.clientWidth)
  document.body.append(dialog)
  dialog.showModal()
  text.focus()
  ask()
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
