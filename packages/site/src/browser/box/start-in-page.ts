/**
 * The search box of a page that has no component for it. Elements with `data-docent` open it; an empty one becomes the button. A
 * page without such an element gets the button in a corner, since phones have no keys.
 */
import type { DocentOptions, DocentSearch } from '@docent/dialog/vanilla'

/** A box with its place in the page. */
interface PlacedBox {
  container: HTMLElement
  box: DocentSearch
}

/** Adds a box to the page. */
type AddBox<Options> = (options: Options & Pick<DocentOptions, 'container'> & { version?: string }) => DocentSearch

let placed: PlacedBox | undefined

/** Whether the page has a script tag for an address, rather than a script that imports it. */
export function isScriptOfPage(address: string): boolean {
  return Array.from(document.scripts).some(({ src }) => src === address)
}

/**
 * Starts the box in this page, in place of an earlier one: routers that replace the body of the page call this again.
 * @param styled resolves when the style sheet of the button is there.
 */
export function startInPage<Options>(options: Options, docent: AddBox<Options>, styled: () => Promise<unknown>): void {
  if (placed === undefined) addEventListener('click', openByElement)
  placed?.box.destroy()
  const container = containerOf()
  // An unstyled button must not appear.
  container.hidden = true
  void styled().then(() => (container.hidden = false))
  const version = document.querySelector<HTMLMetaElement>('meta[name="docsearch:version" i]')?.content.split(',')[0]
  placed = { container, box: docent({ ...options, container, ...(version !== undefined && { version }) }) }
}

function openByElement(event: Event): void {
  const { target } = event
  if (!(target instanceof Element) || placed?.container.contains(target) || !target.closest('[data-docent]')) return
  event.preventDefault()
  placed?.box.open()
}

/** The place of the button. Hidden if the page has an opener of its own. */
function containerOf(): HTMLElement {
  const places = Array.from(document.querySelectorAll<HTMLElement>('[data-docent]'))
  const empty = places.find(
    (place) => place.childElementCount === 0 && place.textContent?.trim() === '' && !isField(place),
  )
  if (empty) return empty
  const container = document.createElement('div')
  if (places.length > 0) return container
  container.className = 'docent-corner'
  document.body.append(container)
  return container
}

/** Whether an element never has content of its own. */
const isField = (place: HTMLElement): boolean => place.matches('input, img, button[aria-label]')
