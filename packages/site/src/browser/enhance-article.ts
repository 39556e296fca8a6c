/**
 * Additions of the app to an article: a copy button on every block of code, and synchronized tabs. The article is complete
 * without them. The listeners are on the window, so that they work for later articles too.
 */
import type { Words } from '../shared/words.ts'

/** Time for which a copy button shows that the code was copied (ms). */
const COPIED_MS = 1500

/** Key in local storage: the last chosen label of each `data-sync` group of tabs, as a JSON object. */
const TABS_KEY = 'docent-tabs'

// The shapes of Lucide's `copy` and `check`.
const COPY_SHAPE =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2'
const COPIED_SHAPE = 'M20 6 9 17l-5-5'

/** Listens for clicks on copy buttons and for opened tabs. To be called once. @param words returns the words of the current page. */
export function startEnhancements(words: () => Words): void {
  addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined
    const button = target?.closest<HTMLButtonElement>('.copy-button')
    if (button) void copyCode(button, words())
    // A click on the open tab must not close it, since no tab would be open then.
    if (target?.closest('.tab[open] > .tab-label')) event.preventDefault()
  })
  addEventListener(
    'toggle',
    (event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.matches('.tab[open]')) openTwins(event.target)
    },
    { capture: true },
  )
}

/** Adds the copy buttons to a new article, and opens the tabs that the reader chose before. */
export function enhanceArticle(words: Words): void {
  for (const figure of document.querySelectorAll('.article figure.code')) {
    if (figure.querySelector(':scope > .copy-button')) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-button'
    button.ariaLabel = words.copy
    button.append(iconOf(COPY_SHAPE))
    figure.append(button)
  }
  const chosen = readChosen()
  for (const group of document.querySelectorAll<HTMLElement>('.article .tabs[data-sync]')) {
    const label = chosen[group.dataset.sync ?? '']
    if (label !== undefined) openTab(group, label)
  }
}

async function copyCode(button: HTMLButtonElement, words: Words): Promise<void> {
  const code = button.parentElement?.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(textToCopy(code))
  } catch {
    // No permission, or no secure origin: the button does not change.
    return
  }
  button.dataset.copied = ''
  button.ariaLabel = words.copied
  button.replaceChildren(iconOf(COPIED_SHAPE))
  setTimeout(() => {
    delete button.dataset.copied
    button.ariaLabel = words.copy
    button.replaceChildren(iconOf(COPY_SHAPE))
  }, COPIED_MS)
}

/** The code without the removed lines of a diff. */
function textToCopy(code: Element): string {
  const copy = code.cloneNode(true) as Element
  for (const line of copy.querySelectorAll('.diff-remove')) {
    if (line.nextSibling instanceof Text) line.nextSibling.data = line.nextSibling.data.replace(/^\n/, '')
    line.remove()
  }
  return copy.textContent.replace(/\n$/, '')
}

function openTwins(tab: HTMLDetailsElement): void {
  const group = tab.closest<HTMLElement>('.tabs[data-sync]')
  const sync = group?.dataset.sync
  const label = labelOf(tab)
  if (!group || sync === undefined || label === undefined) return
  const place = group.getBoundingClientRect().top
  for (const other of document.querySelectorAll<HTMLElement>('.article .tabs[data-sync]')) {
    if (other !== group && other.dataset.sync === sync) openTab(other, label)
  }
  // Changes of height above must not move the tab away from the pointer.
  window.scrollBy({ top: group.getBoundingClientRect().top - place, behavior: 'instant' })
  try {
    localStorage.setItem(TABS_KEY, JSON.stringify({ ...readChosen(), [sync]: label }))
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
}

function openTab(group: HTMLElement, label: string): void {
  for (const tab of group.querySelectorAll<HTMLDetailsElement>(':scope > .tab')) {
    if (labelOf(tab) === label && !tab.open) tab.open = true
  }
}

function labelOf(tab: HTMLDetailsElement): string | undefined {
  return tab.querySelector(':scope > .tab-label')?.textContent
}

function readChosen(): Record<string, string> {
  try {
    const chosen: unknown = JSON.parse(localStorage.getItem(TABS_KEY) ?? '{}')
    return typeof chosen === 'object' && chosen !== null ? (chosen as Record<string, string>) : {}
  } catch {
    return {}
  }
}

function iconOf(shape: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const attributes = {
    class: 'icon',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', shape)
  svg.append(path)
  return svg
}
