/**
 * The search box before the dialog is loaded: it looks like the box of the dialog and takes the input of the reader, the
 * composition of an input method included.
 */
import { QUERY_MAX_LENGTH } from '@docent/dialog'

/** The box on the screen, until the dialog takes its place. */
export interface PlaceholderBox {
  /** Once an input method has ended its work. */
  settled(): Promise<void>
  /** Takes it away; returns its text. The focus goes back to where it was. */
  take(): string
}

/** Opens the box. @param onClose the reader wants no search any more: Escape, or a press beside it. */
export function openBox(query: string, onClose: () => void): PlaceholderBox {
  const button = document.querySelector('button[data-search]')
  const label = button?.querySelector('.search-label')?.textContent ?? ''
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
  text.value = query
  const lens = element('span', 'DocSearch-MagnifierLabel')
  lens.append(button?.querySelector('svg')?.cloneNode(true) ?? '')
  form.append(lens, text)
  bar.append(form)
  modal.append(bar)
  dialog.append(modal)

  let ended: (() => void) | undefined
  let composing = false
  let taken = false
  text.addEventListener('compositionstart', () => (composing = true))
  text.addEventListener('compositionend', () => {
    composing = false
    ended?.()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (!taken) onClose()
    ended?.()
  })
  // As the dialog does: the page keeps its width although it cannot be scrolled.
  dialog.toggleAttribute('data-gutter', innerWidth > document.documentElement.clientWidth)
  document.body.append(dialog)
  dialog.showModal()
  text.focus()
  return {
    settled: () => (composing ? new Promise((resolve) => (ended = resolve)) : Promise.resolve()),
    take() {
      taken = true
      dialog.close()
      dialog.remove()
      return text.value
    },
  }
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
