/** Addresses of posts: Material for MkDocs publishes `blog/posts/a.md` by date and title, as `/blog/2024/01/31/a`. */
import { encodePath } from '../folder/below-root.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { slugOf } from '../markdown/slug.ts'
import type { ParsedPage } from '../parsed/parsed-page.ts'

/**
 * The address of a post; `undefined` for other pages, posts without a date, and sites that set the form of addresses.
 * @param options of the plugin `blog`.
 */
export function postAddress(
  path: string,
  { frontMatter, title }: ParsedPage,
  options: Record<string, unknown>,
): string | undefined {
  if (['post_url_format', 'post_url_date_format', 'post_slugify'].some((key) => Object.hasOwn(options, key)))
    return undefined
  const blog = (textOf(options.blog_dir) ?? 'blog').replaceAll(/^[./]+|\/+$/g, '')
  const posts = (textOf(options.post_dir) ?? '{blog}/posts').replace('{blog}', blog).replace(/^\.?\/+/, '')
  const day = dayOf(frontMatter.date)
  if (!path.startsWith(`${posts}/`) || day === undefined) return undefined
  const slug = textOf(frontMatter.slug) ?? slugOf('pymdownx', title ?? '')
  return slug === '' ? undefined : encodePath(`${blog === '' ? '' : `/${blog}`}/${day}/${slug}`)
}

/** `2024/01/31`. */
function dayOf(date: unknown): string | undefined {
  const value = tableOf(date)?.created ?? date
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : ''
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0].replaceAll('-', '/')
}
