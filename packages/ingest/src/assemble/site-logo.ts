/** The logo in a generator's configuration. */
import { readHead } from '../folder/read-text.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import type { Logo } from '../result/page.ts'

/** Bytes of a drawing that are read for its colors. */
const MAX_DRAWING = 65_536

/** The logo of a generator's configuration; `undefined` where there is none, or its file is missing. */
export function resolveLogo(
  logo: Logo | undefined,
  atTop: LinkPlace,
  links: LinkMap,
  linked: Map<string, string>,
): Logo | undefined {
  const find = (written: string | undefined): { url: string; file?: string } | undefined => {
    if (written === undefined) return undefined
    if (written.startsWith('https://')) return { url: written }
    const target = resolveLink(written.replace(/^\.?\/?/, '/'), atTop, links)
    if (target.kind !== 'file') return undefined
    linked.set(target.path, target.file)
    return { url: target.href, file: target.file }
  }
  const [light, dark] = [find(logo?.light), find(logo?.dark)]
  if (light === undefined) return undefined
  const hasName = logo?.hasName === true ? { hasName: true } : {}
  if (dark !== undefined && dark.url !== light.url) return { light: light.url, dark: dark.url, ...hasName }
  // A generator's header may have a color; that of Docent's site is white in the light appearance.
  const white = light.file !== undefined && isWhite(light.file) ? { isWhite: true } : {}
  return { light: light.url, ...white, ...hasName }
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
