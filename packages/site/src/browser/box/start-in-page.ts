/**
 * Starts the search box in a page that has a script tag for `docent.js`. Elements with `data-docent` open it; an empty one
 * becomes the button. A page without such an element gets the button in a corner, since phones have no keys.
 */
import type { DocentOptions, DocentSearch } from '@docent/dialog/vanilla'

/** Adds a box to the page. */
type AddBox = (options: Pick<DocentOptions, 'container'> & { version?: string }) => DocentSearch

/**
 * Starts the box if `address` is the script of this page, and not imported by another script.
 * @param styled resolves when the style sheet of the button is there.
 */
export function startInPage(address: string, docent: AddBox, styled: () => Promise<unknown>): void {
  if (!Array.from(document.scripts).some(({ src }) => src === address)) return
  const container = containerOf()
  // An unstyled button must not appear.
  container.hidden = true
  void styled().then(() => (container.hidden = false))
  const version = document.querySelector<HTMLMetaElement>('meta[name="docsearch:version" i]')?.content.split(',')[0]
  const box = docent({ container, ...(version !== undefined && { version }) })
  addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element) || container.contains(target) || !target.closest('[data-docent]')) return
    event.preventDefault()
    box.open()
  })
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
