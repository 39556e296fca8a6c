/**
 * The search box before the dialog is loaded: it looks like the dialog's box and accepts the reader's input, also from an
 * input method.
 */
import { isComposing, QUERY_MAX_LENGTH } from '@docent/dialog'

/** The open box, until the dialog replaces it. */
export interface PlaceholderBox {
  /** Resolves when an input method is not composing. */
  settled(): Promise<void>
  /** Removes the box and returns its text. The focus returns to the previous element. */
  take(): string
}

/**
 * Opens the box.
 * @param onInput called with the text after each change, not while an input method composes, and with no text at the end.
 * @param onClose called when the reader closes it: Escape, or a click outside.
 */
export function openBox(query: string, onInput: (text: string) => void, onClose: () => void): PlaceholderBox {
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
  text.addEventListener('compositionend', () => {
    composing = false
    onInput(text.value)
    ended?.()
  })
  text.addEventListener('input', (event) => {
    composing = isComposing(event as InputEvent)
    if (!composing) onInput(text.value)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (!taken) {
      onInput('')
      onClose()
    }
    ended?.()
  })
  // As in the dialog: the page keeps its width although its scroll bar is hidden.
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
