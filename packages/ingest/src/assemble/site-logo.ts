/** The logo in a generator's configuration. */
import { readHead } from '../folder/list-files.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import type { Logo } from '../result/page.ts'

/** Bytes of a drawing that are read for its colors. */
const MAX_DRAWING = 65_536

/** The logo of a generator's configuration; `undefined` where there is none, its file is missing, or all of it is white. */
export function resolveLogo(
  logo: Logo | undefined,
  atTop: LinkPlace,
  links: LinkMap,
  linked: Map<string, string>,
): Logo | undefined {
  const urlOf = (written: string | undefined): string | undefined => {
    if (written === undefined) return undefined
    if (written.startsWith('https://')) return written
    const target = resolveLink(written.replace(/^\.?\/?/, '/'), atTop, links)
    if (target.kind !== 'file') return undefined
    // A generator's header may have a color; that of Docent's site is white.
    if (logo?.dark === undefined && isWhite(target.file)) return undefined
    linked.set(target.path, target.file)
    return target.href
  }
  const [light, dark] = [urlOf(logo?.light), urlOf(logo?.dark)]
  if (light === undefined) return undefined
  const hasName = logo?.hasName === true ? { hasName: true } : {}
  return { light, ...(dark === undefined || dark === light ? {} : { dark }), ...hasName }
}

const COLOR = /\b(?:fill|stroke)[:=][ "']{0,2}([#\w()]+)/gi
const SHAPE = /<(?:path|rect|circle|ellipse|polygon|polyline|text)\b[^<>]*>/gi
const WHITE = /^(?:#fff(?:fff)?|white|none|inherit)$/i

/** Whether a drawing has white shapes only. A shape without a color of its own is black. */
function isWhite(file: string): boolean {
  if (!/\.svg$/i.test(file)) return false
  const source = readHead(file, MAX_DRAWING)
  const colors = Array.from(source.matchAll(COLOR), ([, color = '']) => color)
  if (!colors.some((color) => /^(?:#fff|white)/i.test(color)) || !colors.every((color) => WHITE.test(color)))
    return false
  const isRoot = /<(?:svg|g)\b[^<>]*\bfill=["']?(?:#fff|white)/i.test(source)
  return isRoot || [...source.matchAll(SHAPE)].every(([shape]) => /\s(?:fill|class|style)=/i.test(shape))
}
