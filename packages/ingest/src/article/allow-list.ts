/**
 * The allow-list for HTML in an article. All that can run, load a frame or change the page outside the article is
 * removed: scripts, styles, event handlers, style attributes, forms, frames, and reserved names of the frame. Docent's
 * own elements pass the same list. Other ids stay, since links name them.
 */
import type { Schema } from 'hast-util-sanitize'
import { defaultSchema } from 'hast-util-sanitize'
import { FRAME_ATTRIBUTES, FRAME_CLASS, FRAME_ID_PREFIX } from '../result/frame-names.ts'

const MORE_TAGS =
  `abbr address article aside audio bdi bdo button caption center cite col colgroup dfn figcaption figure footer
  header hgroup main mark nav picture s small source time track u video wbr font label meter progress data output
  svg path circle rect line polyline polygon ellipse g defs lineGradient radialGradient stop clipPath desc tspan`.split(
    /\s+/,
  )

/** MathML Core, without elements that link, run or embed. */
const MATH_TAGS =
  `math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover
  mmultiscripts mprescripts none mtable mtr mtd menclose merror`.split(/\s+/)

const MATH =
  `display displaystyle scriptlevel mathvariant mathcolor stretchy symmetric fence separator form lspace rspace largeop
  movablelimits accent accentunder linethickness minsize maxsize depth voffset notation columnalign rowspacing
  columnspacing columnlines rowlines columnspan rowspan`.split(/\s+/)

const EVERYWHERE = `title lang dir align vAlign width height role hidden open start value tabIndex translate
  ariaLabel ariaLabelledBy ariaHidden ariaDescribedBy ariaCurrent ariaExpanded`.split(/\s+/)

type PropertyDefinition = NonNullable<Schema['attributes']>[string][number]

/** Ids, classes and `data-` attributes that are not reserved. */
const NAMES: PropertyDefinition[] = [
  ['id', new RegExp(`^(?!${FRAME_ID_PREFIX})`)],
  ['className', new RegExp(`^(?!${FRAME_CLASS.source.slice(1)})`)],
  // A pattern that never matches: as the only value, it removes the property.
  ...FRAME_ATTRIBUTES.map((name): PropertyDefinition => [propertyOf(name), /(?!)/]),
  'data*',
]

const DRAWING =
  `viewBox fill fillRule fillOpacity stroke strokeWidth strokeLinecap strokeLinejoin strokeDasharray strokeOpacity d cx
  cy r rx ry x y x1 x2 y1 y2 points transform opacity xmlns offset stopColor stopOpacity gradientUnits gradientTransform
  clipRule preserveAspectRatio textAnchor fontSize fontFamily fontWeight`.split(/\s+/)

/** The list in the form of hast-util-sanitize. */
export const ALLOW_LIST: Schema = {
  ...defaultSchema,
  strip: ['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'select', 'textarea'],
  clobber: [],
  clobberPrefix: '',
  tagNames: [...new Set([...(defaultSchema.tagNames ?? []), ...MORE_TAGS, ...MATH_TAGS])],
  attributes: {
    '*': [...EVERYWHERE, ...DRAWING, ...NAMES],
    ...Object.fromEntries(MATH_TAGS.map((name) => [name, MATH])),
    a: ['href', 'name', 'target', 'rel', 'download', 'hrefLang'],
    details: ['name'],
    img: ['src', 'alt', 'loading', 'decoding', 'srcSet', 'sizes'],
    source: ['src', 'srcSet', 'media', 'sizes', 'type'],
    video: ['src', 'poster', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    track: ['src', 'kind', 'label', 'srcLang', 'default'],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', 'ariaLabel'],
    // Not of a control of the frame, which a click on the label would press.
    label: [['htmlFor', new RegExp(`^(?!${FRAME_ID_PREFIX})`)]],
    td: ['colSpan', 'rowSpan', 'headers'],
    th: ['colSpan', 'rowSpan', 'headers', 'scope', 'abbr'],
    col: ['span'],
    ol: ['reversed', 'type'],
    time: ['dateTime'],
    button: [['type', 'button'], 'disabled'],
  },
  required: { input: { type: 'checkbox', disabled: true }, button: { type: 'button' } },
  protocols: {},
}

/** The name of a `data-` attribute in the tree: `data-a-b` is `dataAB`. */
function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
