/**
 * Retype's order as positions, of which the smallest is first: large numbers are first, then pages without an order by
 * their labels, then versions from the newest, then negative numbers.
 */

/** The order that the first page of a site has without its own. */
const HOME_ORDER = 10_000

/** Less than the difference of two orders: folders are before pages of the same order. */
const FOLDER_STEP = 0.01

/** The folder whose own page a file is: `guide` for `guide/index.md` and `guide/guide.md`; `undefined` for another page. */
export function folderOf(path: string): string | undefined {
  const parts = path.split('/')
  const name = (parts.pop() ?? '').replace(/\.\w+$/, '').toLowerCase()
  const isOwn = /^(?:index|readme|default)$/.test(name) || (name !== '' && parts.at(-1)?.toLowerCase() === name)
  return isOwn ? parts.join('/') : undefined
}

/** The position of a page; posts, whose names or layouts are those of a blog, are ordered from the newest. */
export function pagePosition(path: string, { order, layout, date }: Record<string, unknown>): number {
  const folder = folderOf(path)
  const own = positionOf(order)
  if (folder === '') return own ?? -HOME_ORDER
  if (folder !== undefined) return folderPosition(order)
  const named = /^\d{4}-\d\d-\d\d(?=-)/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
  const written = date instanceof Date ? date.getTime() : typeof date === 'string' ? Date.parse(date) : Number.NaN
  const time = layout === 'blog' && !Number.isNaN(written) ? written : Date.parse(named ?? '')
  return own ?? (Number.isNaN(time) ? 0 : -time / TIME_UNIT)
}

/** Milliseconds for which posts differ by less than `FOLDER_STEP` from pages without an order. */
const TIME_UNIT = 1e16

/** The position of a folder. */
export function folderPosition(order: unknown): number {
  return (positionOf(order) ?? 0) - FOLDER_STEP
}

function positionOf(order: unknown): number | undefined {
  const number = typeof order === 'string' && order.trim() !== '' ? Number(order) : order
  if (typeof number === 'number' && Number.isFinite(number)) return -number
  const [, major, minor = '0', patch = '0', early] =
    /^v(\d{1,5})(?:\.(\d{1,5}))?(?:\.(\d{1,5}))?(-.*)?$/i.exec(typeof order === 'string' ? order : '') ?? []
  if (major === undefined) return undefined
  const version = ((Number(major) * 1e5 + Number(minor)) * 1e5 + Number(patch)) * 2 - (early === undefined ? 0 : 1)
  // Versions are between the pages without an order and those with a negative number.
  return 0.9 - version / 1e16
}
