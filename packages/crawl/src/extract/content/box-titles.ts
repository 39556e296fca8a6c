/** Headings that are titles of boxes within a text: notes, warnings, examples. */
import { type Element, isTag } from 'domhandler'

const BOX =
  /(?:^|[\s_-])(?:admonition|alert|aside|box|callout|caution|danger|example|hint|important|info|note|panel|remark|seealso|security|sidebar|tip|warn|warning)s?(?:$|[\s_-])/i

/** Whether a heading begins an element whose class names a box. */
export function isBoxTitle(heading: Element): boolean {
  const { parent } = heading
  return (
    parent !== null &&
    isTag(parent) &&
    BOX.test(parent.attribs.class ?? '') &&
    parent.children.find((child) => isTag(child)) === heading
  )
}
