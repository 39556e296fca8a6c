/** The sidebar of a Mintlify site in one language and version. */
import { iconNamed } from '../../result/icon.ts'
import type { NavItem } from '../../result/page.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { groupOf, isExternal, linkKey, pagesByLink, type SidebarContext } from '../../navigation/sidebar-context.ts'
import type { SourceLocation } from '../../program/value.ts'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { languageOf, LISTS, OPERATION, pagePath } from './sections.ts'

/** Input of the sidebar. */
export interface MintlifySidebar {
  navigation: Table
  version: string | undefined
  /** The place of a text of the configuration. */
  placeOf: (text: string) => SourceLocation
}

/** The items of the navigation. */
export function mintlifySidebar({ navigation, version, placeOf }: MintlifySidebar, context: SidebarContext): NavItem[] {
  const byPath = new Map(context.members.map((one) => [pagePath(one.path).toLowerCase(), one]))
  const byLink = pagesByLink(context.members)
  const everywhere = new Set(context.all.map(({ path }) => pagePath(path).toLowerCase()))
  let generated: string | undefined
  const found = items(navigation)
  if (generated !== undefined)
    context.report(
      'navigation',
      placeOf(generated),
      `Pages of operations that are in no OpenAPI file of the project, or beyond the first 10,000 ("${generated}" is the first place) are not made; add the file, of at most 1 MiB, to the project, or write a page with \`openapi: METHOD /path\` in its front matter for each operation.`,
    )
  return found

  function items(part: Table): NavItem[] {
    const sections = LISTS.flatMap(([list, name]) => {
      const elements = chosen(list, tablesOf(part[list]))
      const shown = elements.flatMap((element) => section(element, name))
      // One tab or language is no level of its own.
      const [only] = shown
      const isLevel = list === 'groups' || shown.length !== 1 || only === undefined || only.url !== undefined
      return isLevel ? shown : only.children
    })
    const pages = Array.isArray(part.pages) ? part.pages : []
    const listed = pages.flatMap((page: unknown) => {
      if (typeof page === 'string') return entry(page)
      const table = tableOf(page)
      return table === undefined ? [] : section(table, 'group')
    })
    if (sections.length + listed.length === 0) noteGenerated(part)
    return [...listed, ...sections]
  }

  /** The elements for this language and version; all of them where none is. */
  function chosen(list: string, elements: Table[]): Table[] {
    const own =
      list === 'languages'
        ? elements.filter(({ language }) => languageOf(language) === canonicalLanguage(context.lang))
        : list === 'versions'
          ? elements.filter((one) => one.version === version)
          : []
    if (own.length > 0) return own
    return list === 'languages' || (list === 'versions' && version !== undefined) ? elements.slice(0, 1) : elements
  }

  function section(element: Table, name: string): NavItem[] {
    if (element.hidden === true) return []
    const title = textOf(element[name]) ?? textOf(element.name)
    const href = textOf(element.href)
    if (href !== undefined && title !== undefined && isExternal(href)) return [{ title, url: href, children: [] }]
    const children = items(element)
    const [own] = textOf(element.root) === undefined ? [] : entry(textOf(element.root) ?? '')
    if (title === undefined) return [...(own === undefined ? [] : [own]), ...children]
    const icon = iconNamed(element.icon)
    const extra = icon === undefined ? {} : { icon }
    const open = element.expanded === true ? true : undefined
    if (own?.url !== undefined)
      return [{ title, url: own.url, children, ...(open === undefined ? {} : { open }), ...extra }]
    return groupOf(title, children, open).map((group) => ({ ...group, ...extra }))
  }

  function entry(written: string): NavItem[] {
    if (OPERATION.test(written) || /\.(?:json|ya?ml)\s/i.test(written)) {
      generated ??= written
      return []
    }
    const path = pagePath(written).toLowerCase()
    const one = byPath.get(path) ?? byPath.get(`${path}/index`) ?? byLink.get(linkKey(written))
    if (one !== undefined) {
      const { frontMatter } = one.parsed
      if (frontMatter.hidden === true) return []
      const url = textOf(frontMatter.url)
      return [{ title: one.page.label, url: url !== undefined && isExternal(url) ? url : one.page.url, children: [] }]
    }
    if (!everywhere.has(path))
      context.report(
        'missing-page',
        placeOf(written),
        `"${written}" is in the navigation, but there is no such page; add the page or remove the entry.`,
      )
    return []
  }

  function noteGenerated(part: Table): void {
    for (const value of [part.openapi, part.asyncapi]) {
      const source =
        textOf(value) ?? textOf(tableOf(value)?.source) ?? (Array.isArray(value) ? textOf(value[0]) : undefined)
      if (source !== undefined) generated ??= source
    }
  }
}
