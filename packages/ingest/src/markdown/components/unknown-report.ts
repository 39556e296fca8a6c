/** The problems of unknown components and macros. */
import type { Report } from '../../result/problem.ts'
import type { TreeNode } from '../tree.ts'

/** The parts of an unknown component that are shown. */
export interface Shown {
  title: string | undefined
  description: string | undefined
  href: string | undefined
  image: string | undefined
  /** Further images. */
  others: string[]
  /** The title, if it is the text of the image. */
  alt: string | undefined
  items: TreeNode[]
  code: TreeNode[]
}

/** Reports a component of a heading that has nothing for readers. */
export function reportLeftOut(node: TreeNode, report: Report): void {
  const [kind, name] =
    node.source === undefined
      ? (['unknown-component', `<${node.name}>`] as const)
      : (['unknown-shortcode', `"${node.name}"`] as const)
  report(kind, node.line, `${name} is not known here, so it is left out of the heading; write its result as text.`)
}

/** Reports the parts that are shown. @param parts empty if nothing has a text. @param isGap whether the name is shown instead. */
export function reportShown(node: TreeNode, parts: string[], isGap: boolean, report: Report): void {
  const isEmpty = parts.length === 0
  const some = `is shown by its ${joined(parts)} alone`
  if (node.source === undefined) {
    const none = `has no text${isGap ? ', so its name is shown' : ', so nothing is shown'}`
    report(
      'unknown-component',
      node.line,
      `<${node.name}> is not known here and ${isEmpty ? none : some}; name its construct under "components" in the configuration.`,
    )
    return
  }
  const none = 'has no text, so it is shown as it is written'
  report(
    'unknown-shortcode',
    node.line,
    `"${node.name}" is no known shortcode or tag and ${isEmpty ? none : some}; write its result as text.`,
  )
}

/** The parts of a component that are shown, as the problem names them. */
export function partsShown(shown: Shown, hasContent: boolean, node: TreeNode): string[] {
  return [
    ...(shown.title === undefined || (shown.alt !== undefined && node.inline !== true) ? [] : ['title']),
    ...(shown.description === undefined ? [] : ['description']),
    ...(shown.image === undefined ? [] : [shown.others.length === 0 ? 'image' : 'images']),
    ...(shown.href === undefined ? [] : ['link']),
    ...(shown.items.length === 0 ? [] : ['lists']),
    ...(shown.code.length === 0 ? [] : ['code']),
    ...(hasContent ? ['content'] : []),
  ]
}

function joined(parts: string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
