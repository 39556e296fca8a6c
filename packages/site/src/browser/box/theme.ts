/**
 * The colour scheme of a page of any generator, as `data-docent-theme` of the root element, which the styles of the dialog
 * read. A reader's switch changes an attribute of `html` or `body`; sites without a sign that is known here are recognised by
 * the colour of their text.
 */

type Theme = 'light' | 'dark'

/** Attributes in which generators keep the scheme. */
const ATTRIBUTES = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-mode']

/** Their values, beside `light` and `dark`: the two schemes of MkDocs Material. */
const NAMES: ReadonlyMap<string, Theme> = new Map([
  ['light', 'light'],
  ['dark', 'dark'],
  ['default', 'light'],
  ['slate', 'dark'],
])

/** The bodies that are observed: a router may replace the body of a page. */
const followed = new WeakSet<HTMLElement>()

/** Sets the theme, now and after each change, until the page ends. */
export function followTheme(): void {
  const { documentElement, body } = document
  if (followed.has(body)) return set()
  followed.add(body)
  observer.observe(body, WATCHED)
  if (!followed.has(documentElement)) {
    followed.add(documentElement)
    observer.observe(documentElement, WATCHED)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', set)
    // The theme's colours may come with a style sheet that is still being loaded, or after a transition.
    for (const event of ['load', 'focusin', 'transitionend']) addEventListener(event, set)
  }
  set()
}

const WATCHED = { attributes: true, attributeFilter: [...ATTRIBUTES, 'class', 'style'] }
const observer = new MutationObserver(set)

function set(): void {
  const theme = themeOf(document)
  // Only changes are written, since writing an attribute of `html` is itself a change.
  if (document.documentElement.dataset.docentTheme !== theme) document.documentElement.dataset.docentTheme = theme
}

/** The theme of a page: of an attribute or class of its root or body, else light text means dark. */
function themeOf({ documentElement, body }: Document): Theme {
  for (const element of [documentElement, body]) {
    for (const attribute of ATTRIBUTES) {
      const theme = NAMES.get(element.getAttribute(attribute) ?? '')
      if (theme) return theme
    }
    if (element.classList.contains('dark')) return 'dark'
    if (element.classList.contains('light')) return 'light'
  }
  return isLight(getComputedStyle(body).color) ? 'dark' : 'light'
}

/** Whether a computed colour (`rgb(…)`, `color(srgb …)`, or one with lightness first such as `oklch(…)`) is nearer to white than to black. */
function isLight(color: string): boolean {
  const [a = 0, b = 0, c = 0] = color.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  if (/^(?:ok)?l(?:ab|ch)/.test(color)) return a > (color.startsWith('ok') ? 0.5 : 50)
  // Luma of ITU-R BT.601.
  const luma = 0.299 * a + 0.587 * b + 0.114 * c
  return luma > (color.startsWith('rgb') ? 127 : 0.5)
}
