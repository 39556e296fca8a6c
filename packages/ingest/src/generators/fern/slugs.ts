/**
 * Addresses of Fern: the slugs of titles below those of tabs and sections, and the slug of a front matter, which replaces
 * all of them. Rules are those of the package `fern-api` 5 (2026), whose slugs have neither a slash at their beginning nor
 * at their end.
 */
import { segmentsBelow } from '../../folder/below-root.ts'

/** The place in which slugs are appended. All have the path of the site in front: `docs/v1`. */
export interface SlugScope {
  /** The path of the site on its host. */
  base: string
  product?: string
  version?: string
  slug: string
}

/** Maximum length of a title whose words become a slug (UTF-16 units). */
const MAX_TITLE = 300

const ACCENTED = /(?<=\p{Script=Latin})\p{Mn}{1,10}/gu

/** Ordinals, numbers, abbreviations, words; letters without case. */
const WORDS =
  /\d+(?:(?<=1)st|(?<=2)nd|(?<=3)rd|(?<=[04-9])th)(?![a-z\d])|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|(?:(?![A-Za-z])[\p{L}\p{M}])+/gu

/** A title as a slug, as lodash's `kebabCase` makes it: `LLMs & APIs v3` is `ll-ms-ap-is-v-3`. */
export function kebabCase(title: string): string {
  const plain = title.slice(0, MAX_TITLE).normalize('NFD').replaceAll(ACCENTED, '').normalize('NFC')
  return (plain.replaceAll(/['\u2019]/g, '').match(WORDS) ?? []).join('-').toLowerCase()
}

/** Joins slugs; empty ones and slashes beside each other are left out. */
export function joinSlugs(...slugs: string[]): string {
  return slugs
    .flatMap((slug) => slug.split('/'))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')
}

/** A written slug, of which an empty one is the slug of the part around it; `undefined` where it is no address (`../x`, `https://…`). */
export function slugIn(written: unknown): string | undefined {
  const text = typeof written === 'number' ? String(written) : written
  if (typeof text !== 'string' || /^(?:[a-z][a-z\d+.-]*:|\/\/)|[?#]/i.test(text.trim())) return undefined
  const segments = segmentsBelow(text.trim(), { encoded: true })
  return typeof segments === 'string' ? undefined : joinSlugs(...segments)
}

/** Whether a slug is that of a folder, or below it; never for the empty folder. */
export function isBelow(slug: string, folder = ''): boolean {
  return folder !== '' && (slug === folder || slug.startsWith(`${folder}/`))
}

/** A slug below a scope. */
function append(scope: SlugScope, slug: string): SlugScope {
  return { ...scope, slug: joinSlugs(scope.slug, slug) }
}

/** The scope of a product. */
export function ofProduct(scope: SlugScope, slug: string): SlugScope {
  const product = joinSlugs(scope.base, slug)
  return { ...scope, product, slug: product }
}

/** The scope of a version of the site, or of its product. */
export function ofVersion(scope: SlugScope, slug: string): SlugScope {
  const version = joinSlugs(scope.product ?? scope.base, slug)
  return { ...scope, version, slug: version }
}

/** A whole slug in place of that of the scope. One without the folder of the scope's product and version is below it. */
export function replaceSlug(scope: SlugScope, written: string): SlugScope {
  const { base, product, version } = scope
  const top = version ?? product ?? base
  const isWhole = isBelow(written, base)
  const own = isWhole ? belowBase(written, base) : written
  const [ownTop, ownProduct = ''] = [top, product ?? ''].map((slug) => belowBase(slug, base))
  if (isBelow(own, ownTop)) return { ...scope, slug: joinSlugs(base, own) }
  if (version !== undefined && isBelow(own, ownProduct))
    return { ...scope, slug: joinSlugs(version, own.slice(ownProduct.length)) }
  return { ...scope, slug: joinSlugs(isWhole && product !== undefined ? base : top, own) }
}

/** A slug without the path of the site. */
export function belowBase(slug: string, base: string): string {
  return isBelow(slug, base) ? slug.slice(base.length + 1) : slug
}

/** The slug of an entry of the navigation. @param whole the slug of its page's front matter. */
export function applySlug(
  scope: SlugScope,
  { own, whole, isSkipped = false }: { own: string; whole?: string | undefined; isSkipped?: boolean },
): SlugScope {
  if (isSkipped) return scope
  if (whole !== undefined) return replaceSlug(scope, whole)
  const top = scope.version ?? scope.product ?? scope.base
  const inner = belowBase(top, scope.base)
  const repeatsTop = scope.slug === top && inner !== '' && own.startsWith(`${inner}/`)
  return repeatsTop ? replaceSlug(scope, own) : append(scope, own)
}
