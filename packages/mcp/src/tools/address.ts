/** URLs in the arguments and results of the tools. */
import { beginning } from '../text/cut.ts'
import { ToolError, type Docs } from './docs.ts'

/** A page, and the anchor of a section in it. */
export interface Address {
  page: string
  /** Without `#`; empty for the page. */
  anchor: string
}

/** A URL as a reader opens it. URLs of other sites stay unchanged. */
export function publicUrl({ prefix }: Pick<Docs, 'prefix'>, url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? prefix + url : url
}

/**
 * The page and section that a URL names: as in a result, with the base or without, absolute or root-relative. Throws a
 * `ToolError` for the URL of another site.
 */
export function readAddress({ prefix }: Pick<Docs, 'prefix'>, text: string): Address {
  const own = URL.parse(prefix === '' ? '/' : prefix, 'http://docs.invalid/')
  const url = URL.parse(text.startsWith('/') || text.includes('://') ? text : `/${text}`, own?.href)
  if (own === null || url === null)
    throw new ToolError(`"${beginning(text, 200)}" is no URL: give one of a search result or of the outline.`)
  const isAbsolute = text.includes('://')
  if (isAbsolute && url.origin !== own.origin && own.hostname !== 'docs.invalid')
    throw new ToolError(`The URL ${beginning(text, 200)} is of another site: these docs are at ${prefix}.`)
  const base = own.pathname.replace(/(?<!\/)\/+$/, '')
  const path =
    base !== '' && (url.pathname === base || url.pathname.startsWith(`${base}/`))
      ? url.pathname.slice(base.length)
      : url.pathname
  const trimmed = path.replace(/(?<=[^/])\/+$/, '').replace(/(?<=[^/])\.(?:md|html)$/, '')
  return { page: trimmed === '' ? '/' : trimmed === '/index' ? '/' : trimmed, anchor: decode(url.hash.slice(1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
