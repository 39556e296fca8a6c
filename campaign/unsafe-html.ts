/**
 * Finds scripts and unsafe addresses in rendered HTML. It parses the strict form of articles (names in lower case, values
 * in double quotes), so a tag in another form is unsafe too.
 */

const TAG = /<([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/y
const END_TAG = /<\/[a-z][a-z0-9-]*>/y
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"]*)")?/g
const FORBIDDEN = /^(?:script|style|object|embed|base|meta|link|form|template|noscript|frame|frameset|applet)$/
const ADDRESS = /^(?:href|src|srcset|action|formaction|poster|data|xlink:href|cite|background|longdesc)$/
const RUNS = /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu

/** Describes the first unsafe tag or attribute; `undefined` if there is none. */
export function findUnsafe(html: string): string | undefined {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    END_TAG.lastIndex = at
    TAG.lastIndex = at
    const tag = TAG.exec(html)
    if (tag === null && !END_TAG.test(html)) return `A tag in another form: ${html.slice(at, at + 60)}`
    if (tag === null) at = END_TAG.lastIndex
    else {
      const harm = harmInTag(tag[1] ?? '', tag[2] ?? '')
      if (harm !== undefined) return harm
      at = TAG.lastIndex
    }
  }
  return undefined
}

function harmInTag(name: string, attributes: string): string | undefined {
  if (FORBIDDEN.test(name)) return `An element ${name}`
  for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (attribute.startsWith('on') || attribute === 'srcdoc') return `An attribute ${name} ${attribute}`
    if (ADDRESS.test(attribute) && RUNS.test(decoded(value))) return `An address of ${name}: ${value.slice(0, 40)}`
  }
  return undefined
}

const decoded = (value: string): string =>
  value
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll('&amp;', '&')
