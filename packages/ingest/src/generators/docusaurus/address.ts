/** Addresses of Docusaurus: numbers in front of names, ids, index pages, dates of posts. */
import { encodePath } from '../../folder/below-root.ts'
import type { PageSource } from '../../parsed/placed-page.ts'

/** A number in front of a name; dates (`2021-11-foo`) and versions (`7.0-foo`) stay. */
const NUMBERED = /^\d+\s*[-_.]+\s*([^-_.\s].*)$/
const IGNORED = /^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.](?:\d{2}|\d{4}))?(?:[-_.].*)?$|^\d+[-_.]\d+/

/** A name without the number in front of it. */
export function withoutNumber(name: string): string {
  return IGNORED.test(name) ? name : (NUMBERED.exec(name)?.[1] ?? name)
}

/** The URL of a page below its root. */
export function addressOf({ path, root, parsed }: PageSource): string | undefined {
  const { slug } = parsed.frontMatter
  // The slug of a post is relative to the blog, not to the folder of its date.
  if (root.posts === true) return typeof slug === 'string' ? '/post' : postAddress(path)
  if (root.section === 'pages') return undefined
  const parts = path.replace(/\.mdx?$/i, '').split('/')
  const plain = root.plainNames === true ? parts : parts.map((part) => withoutNumber(part))
  const name = plain.pop() ?? ''
  const folder = plain.at(-1) ?? ''
  const isIndex = /^(?:index|readme)$/i.test(name) || (folder !== '' && name.toLowerCase() === folder.toLowerCase())
  const { id } = parsed.frontMatter
  const last = isIndex ? [] : [typeof id === 'string' && id.trim() !== '' ? id.trim() : name]
  return encodePath(`/${[...plain, ...last].join('/')}`)
}

/** `2021-08-26-welcome/index.md` is `/2021/08/26/welcome`. */
function postAddress(path: string): string {
  const bare = path.replace(/\.mdx?$/i, '').replace(/\/index$/, '')
  const found = /\d{4}[-/]\d{1,2}[-/]\d{1,2}/.exec(bare)
  if (found === null) return encodePath(bare === 'index' ? '/' : `/${bare}`)
  const rest = bare.slice(0, found.index) + bare.slice(found.index + found[0].length).replace(/^[-/]/, '')
  return encodePath(`/${found[0].replaceAll('-', '/')}${rest === '' ? '' : `/${rest}`}`)
}
