/**
 * The search box before its code is there: what the dialog needs is asked for at once, not one file after the other, and
 * as soon as its styles have come, a dialog of the same looks takes what the reader types, an input method's composition
 * too. The real one takes its place and its text.
 */
import { QUERY_MAX_LENGTH } from '@docent/dialog'
import type { EarlyInput } from './early-input.ts'

/** The box on the screen, until the dialog takes its place. */
export interface EarlyBox {
  /** What stands in the input, once an input method has ended its work. */
  settled(): Promise<void>
  /** Takes it away; returns its text. The focus goes back to where it was. */
  take(): string
}

const { app = '', search = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? ({} as DOMStringMap)

/** The dialog's styles, once they were asked for. */
let styles: Promise<unknown> | undefined

/** Fetches what the dialog needs, and shows the box if the search is still wanted when its styles are there. */
export async function showEarlySearch(input: EarlyInput): Promise<void> {
  if (search === '') return
  styles ??= Promise.all(search.split(' ').map(fetchFile))
  await styles
  if (input.wantsSearch && !input.box) openBox(input)
}

/** Resolves at once for a script, which is only asked for, and for a style sheet when it holds or cannot be had. */
function fetchFile(file: string): Promise<unknown> | undefined {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.href = new URL(file, new URL(app, location.href)).href
  document.head.append(link)
  if (!isStyle) return undefined
  return new Promise((resolve) => ['load', 'error'].forEach((end) => link.addEventListener(end, resolve)))
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

  let ended: (() => void) | undefined
  let composing = false
  text.addEventListener('compositionstart', () => (composing = true))
  text.addEventListener('compositionend', () => {
    composing = false
    ended?.()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    // By Escape or a press beside it: nothing is wanted any more.
    if (early.box !== box) return
    dialog.remove()
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
