/**
 * The lists of pages at the top of a folder without a generator: `TOC.md`, and further ones beside it (`TOC-api.md`). A
 * file of that name may be a page, so a list has nothing but links, and the lists name at least half of the pages.
 */
import { decodeOnce, pathBelow } from '../folder/below-root.ts'
import { listNames } from '../folder/folder-names.ts'
import { readText } from '../folder/read-text.ts'
import { parseList } from '../markdown/parse-list.ts'
import type { TreeNode } from '../markdown/tree.ts'
import { configurationIn } from './configuration.ts'
import { countMarkdown } from './own-pages.ts'

/** Maximum number of lists. */
const MAX_LISTS = 20

/** The names of lists; the first one begins the sidebar. */
const LIST = /^toc(?:[-_.][^]*)?\.md$/i
const FIRST = /^toc\.md$/i

/** The lists, absolute, `TOC.md` first; none where there is no `TOC.md`. */
export function pageLists(folder: string): string[] {
  const names = listNames(folder).filter((name) => LIST.test(name))
  const first = names.find((name) => FIRST.test(name))
  if (first === undefined) return []
  const others = names.filter((name) => !FIRST.test(name))
  const named = new Set<string>()
  const lists = [first, ...others.slice(0, MAX_LISTS - 1)].flatMap((name) => {
    const file = configurationIn(folder, name)
    const files = file === undefined ? undefined : filesIn(readText({ absolute: file }), folder)
    if (file === undefined || files === undefined) return []
    for (const one of files) named.add(one)
    return [{ name, file }]
  })
  const isSidebar = lists[0]?.name === first && named.size * 2 >= countMarkdown(folder, 6) - lists.length
  return isSidebar && named.size > 0 ? lists.map(({ file }) => file) : []
}

/** The files that a list links to, real; `undefined` where the text has more than links, or more than the parser may read: then it is a page. */
function filesIn(source: string, folder: string): string[] | undefined {
  let isRefused = false
  const blocks = parseList(source, () => (isRefused = true))
  if (isRefused || !blocks.every(isOfList)) return undefined
  return blocks.flatMap(linksIn).flatMap((url) => {
    const path = decodeOnce(url.replace(/[?#][^]*$/, '')).replace(/^\.?\//, '')
    const file = /\.mdx?$/i.test(path) ? pathBelow(folder, path) : undefined
    return file === undefined ? [] : [file]
  })
}

/** Whether a block is a list of links, the name of a part, or a comment. */
function isOfList(block: TreeNode): boolean {
  if (block.type === 'list') return (block.children ?? []).every((item) => (item.children ?? []).every(isOfItem))
  if (block.type === 'paragraph') return (block.children ?? []).every(isLinkOrSpace)
  if (block.type === 'html') return block.value?.startsWith('<!--') === true
  return ['heading', 'thematicBreak', 'definition', 'yaml'].includes(block.type)
}

/** The line of an item is a link, or the name of a group. */
function isOfItem(block: TreeNode): boolean {
  if (block.type !== 'paragraph') return isOfList(block)
  const content = block.children ?? []
  return content.every(isLinkOrSpace) || linksIn(block).length === 0
}

/** Lists show signs beside links, such as a picture for "beta". */
function isLinkOrSpace({ type, value }: TreeNode): boolean {
  return type === 'link' || type === 'image' || type === 'break' || (type === 'text' && value?.trim() === '')
}

function linksIn({ type, url, children }: TreeNode): string[] {
  return type === 'link' ? [url ?? ''] : (children ?? []).flatMap(linksIn)
}
