/** Links by the name of a page or an object, `xref:uid`: one without a target here is its text. */
import { decodeOnce } from '../folder/below-root.ts'
import type { TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

/** Beginning of the address. */
export const UID = 'xref:'

/** Reads the links below a node, in place. */
export function readUidLinks(node: TreeNode): void {
  node.children = node.children?.map((child) => {
    readUidLinks(child)
    return child.type === 'link' && child.url?.startsWith(UID) === true ? uidLink(child, child.url) : child
  })
}

function uidLink({ children = [], line }: TreeNode, url: string): TreeNode {
  const uid = url.slice(UID.length).replace(/[?][^]*$/, '')
  const isEmpty = children.length === 0
  const shown = isEmpty ? [text(shortName(uid))] : children
  const properties = { href: UID + uid, dataOptional: true, ...(isEmpty && { dataImplicit: true }) }
  return inline('a', properties, shown, line)
}

/** The last name of an object: `Method` of `Namespace.Type.Method(System.Int32)`. */
function shortName(uid: string): string {
  const bare = decodeOnce(uid)
    .replace(/\([^]*$/, '')
    .replace(/(?<![*#])[*#]+$/, '')
    .replaceAll(/`{1,2}\d{1,9}/g, '')
  const parts = bare.split(/[.#]/)
  return parts.at(-1) ?? bare
}
