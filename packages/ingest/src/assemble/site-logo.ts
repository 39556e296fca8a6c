/** The logo in a generator's configuration. */
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import type { Logo } from '../result/page.ts'

/** The logo of a generator's configuration; `undefined` where there is none, or its file is missing. */
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
    linked.set(target.path, target.file)
    return target.href
  }
  const [light, dark] = [urlOf(logo?.light), urlOf(logo?.dark)]
  if (light === undefined) return undefined
  const hasName = logo?.hasName === true ? { hasName: true } : {}
  return { light, ...(dark === undefined || dark === light ? {} : { dark }), ...hasName }
}
