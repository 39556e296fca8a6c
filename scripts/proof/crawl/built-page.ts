/** The HTML file of a page, read without the extraction that is measured: ids, headings, and texts of the frame. */
import { Parser } from 'htmlparser2'
import { plain } from './plain.ts'

/** A page of a built site. */
export interface BuiltPage {
  /** Values of `id` and `name`. */
  ids: Set<string>
  /** Ids of one place, by each of them: on a heading, in it, and before it without text between. */
  samePlace: Map<string, ReadonlySet<string>>
  /** Texts of headings, as `plain`. */
  headings: Set<string>
  /** Short texts of navigations, footers, buttons, and of headers and asides around the content, as `plain`. */
  frame: Set<string>
}

const FRAME = new Set(['nav', 'footer', 'header', 'aside', 'button', 'form', 'select'])
/** Elements of a content that have its notes, its title and its lead. */
const INSIDE = new Set(['aside', 'header'])
const FRAME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'button'])
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
const HIDDEN = new Set(['script', 'style', 'template', 'svg', 'noscript'])

/** Texts of the frame are at most this long (characters); longer ones are paragraphs. */
const MAX_FRAME_TEXT = 60

const isHeading = ({ name }: { name: string }): boolean => /^h[1-6]$/.test(name)

/** Reads the HTML of a built page. */
export function readBuiltPage(html: string): BuiltPage {
  /** Texts of elements of the content outside the frame: a cross-reference has the text of a link of the sidebar. */
  const ofContent = new Set<string>()
  const page: BuiltPage = { ids: new Set(), samePlace: new Map(), headings: new Set(), frame: new Set() }
  /** Open elements, with the text since their start. */
  const open: { name: string; text: string; isFrame: boolean; isContent: boolean; hidden: boolean }[] = []
  /** Ids since the last text outside headings. */
  let place = new Set<string>()
  const close = (): void => {
    const element = open.pop()
    if (element === undefined) return
    const text = plain(element.text)
    if (isHeading(element)) {
      page.headings.add(text)
      for (const id of place) page.samePlace.set(id, place)
      place = new Set()
    }
    if (element.isFrame && text !== '' && element.text.trim().length <= MAX_FRAME_TEXT) page.frame.add(text)
    if (element.isContent && !element.isFrame) ofContent.add(text)
    const parent = open.at(-1)
    if (parent !== undefined) parent.text += element.text
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const id of [attributes['id'], attributes['name']])
        if (id !== undefined) {
          page.ids.add(id)
          place.add(id)
        }
      if (VOID.has(name)) return
      const parent = open.at(-1)
      const isMain = name === 'main' || name === 'article' || attributes['role'] === 'main'
      const isContent = parent?.isContent === true || isMain
      const isPart = (FRAME.has(name) && !(isContent && INSIDE.has(name))) || FRAME_ROLES.has(attributes['role'] ?? '')
      const isFrame = parent?.isFrame === true || isPart
      open.push({ name, text: '', isFrame, isContent, hidden: parent?.hidden === true || HIDDEN.has(name) })
    },
    ontext(text) {
      const element = open.at(-1)
      if (element === undefined || element.hidden) return
      element.text += text
      if (text.trim() !== '' && !open.some(isHeading)) place = new Set()
    },
    onclosetag(name) {
      if (!VOID.has(name)) close()
    },
  })
  parser.end(html)
  for (const text of ofContent) page.frame.delete(text)
  return page
}
