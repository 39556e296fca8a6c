/** Links of mystmd that name an article or an identifier: `[Unix](wiki:Unix)`, `<doi:10.1000/1>`. */
import type { TreeNode } from '../tree.ts'
import { text, walk } from '../tree.ts'

/** The addresses before the name, by protocol. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['doi', 'https://doi.org/'],
  ['ror', 'https://ror.org/'],
  ['rrid', 'https://scicrunch.org/resolver/RRID:'],
  ['wiki', 'https://en.wikipedia.org/wiki/'],
])

/** Gives these links their addresses, in place; one without a text of its own has the name. */
export function openProtocolLinks(root: TreeNode): void {
  walk(root, (node) => {
    if (node.type !== 'link' || node.url === undefined) return
    const [, protocol = '', name = ''] = /^([a-z]{3,4}):(?!\/)(\S+)$/i.exec(node.url) ?? []
    const address = ADDRESSES.get(protocol.toLowerCase())
    if (address === undefined) return
    const [only] = node.children ?? []
    const isWritten = only === undefined || (node.children?.length === 1 && only.value === node.url)
    if (isWritten) node.children = [text(protocol.toLowerCase() === 'wiki' ? name.replaceAll('_', ' ') : name)]
    node.url = address + name
  })
}
