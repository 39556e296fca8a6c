/** Navigations as text, for tests. */
import type { Docs, NavItem } from '../index.ts'

/** `Title url` for each line, indented by depth; `+` after an open group, `-` after a closed one. */
function outline(items: NavItem[], depth = 0): string[] {
  return items.flatMap((item) => [
    `${'  '.repeat(depth)}${item.title}${item.url === undefined ? '' : ` ${item.url}`}${item.open === undefined ? '' : item.open ? ' +' : ' -'}`,
    ...outline(item.children, depth + 1),
  ])
}

/** The outline of one navigation of a site, the default one by default. */
export function outlineOf(docs: Docs, index = 0): string[] {
  return outline(docs.navigations[index]?.items ?? [])
}

/** `file:line code` for each problem. */
export function problemsOf(docs: Docs): string[] {
  return docs.problems.map(({ file, line, code }) => `${file}:${line} ${code}`)
}

/** `url file` for each page, sorted. */
export function addressesOf(docs: Docs): string[] {
  return docs.pages.map(({ url, file }) => `${url} ${file}`).sort()
}
