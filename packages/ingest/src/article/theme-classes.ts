/**
 * Classes with which authors use the look of a theme: alerts of Bootstrap, Infima and others become admonitions, and links
 * with the look of a button become buttons. Without a class of its theme such a part has no look.
 */
import type { Element } from 'hast'
import { admonitionType } from '../markdown/admonition.ts'

/** Classes of callouts, which may have another class for their type. */
const CALLOUT = /^(?:alert|admonition|notice|callout|(?:bs|bd)-callout|custom-block|markdown-alert|theme-admonition)$/

/** Classes that have the type of a callout in them: `alert-info`, `notice--warning`. */
const TYPED =
  /^(?:alert|admonition|notice|callout|bs-callout|bd-callout|markdown-alert|theme-admonition|prompt)--?([a-z]+)$/

const TITLE = /^(?:admonition-heading|alert-heading|custom-block-title|markdown-alert-title|callout-title)$/

const BUTTON = /^(?:btn|md-button)$/
const SECONDARY = /^btn-{1,2}(?:outline|secondary|light|default|link)/

/** Elements that may hold a callout. */
const BLOCKS = new Set(['div', 'p', 'aside', 'section', 'blockquote', 'article'])

/** Gives an element the construct that its classes mean. */
export function readThemeClasses(element: Element): void {
  const { className, dataType } = element.properties
  if (!Array.isArray(className)) return
  const classes = className.map(String)
  if (element.tagName === 'a') readButton(element, classes)
  else if (BLOCKS.has(element.tagName) && dataType === undefined) readCallout(element, classes)
}

function readButton(element: Element, classes: string[]): void {
  if (!classes.some((name) => BUTTON.test(name))) return
  const isPlain = classes.includes('md-button') && !classes.includes('md-button--primary')
  const variant = isPlain || classes.some((name) => SECONDARY.test(name)) ? 'secondary' : 'primary'
  Object.assign(element.properties, { className: ['button'], dataVariant: variant })
}

function readCallout(element: Element, classes: string[]): void {
  const isCallout = classes.some((name) => CALLOUT.test(name))
  const types = classes.flatMap((name) => TYPED.exec(name)?.[1] ?? (isCallout && !CALLOUT.test(name) ? name : []))
  const type = types.map((name) => admonitionType(name)).find((one) => one !== undefined && one !== 'details')
  if (type === undefined && !isCallout) return
  for (const child of element.children)
    if (child.type === 'element' && [child.properties.className].flat().some((name) => TITLE.test(String(name))))
      child.properties.className = ['admonition-title']
  if (element.tagName === 'p') element.children = [{ ...element, properties: {} }]
  element.tagName = 'div'
  element.properties = {
    ...(element.properties.id === undefined ? {} : { id: element.properties.id }),
    className: ['admonition'],
    dataType: type ?? 'note',
    role: 'note',
  }
}
