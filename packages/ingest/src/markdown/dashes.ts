/** Dashes as pandoc, goldmark, kramdown and docutils set them: `---` and `--`. */
import type { GeneratorKind } from '../result/generator.ts'
import { type TreeNode, walk } from './tree.ts'

/** Generators that set dashes without a setting. */
const SETS_DASHES: ReadonlySet<GeneratorKind> = new Set(['hugo', 'jekyll', 'quarto', 'sphinx'])

/** Replaces dashes in the texts below a node, in place. `--` in words stays, since options of commands have it. */
export function setDashes(root: TreeNode, generator: GeneratorKind): void {
  if (!SETS_DASHES.has(generator)) return
  walk(root, (node) => {
    if (node.type !== 'text' || node.value?.includes('--') !== true) return
    node.value = node.value
      .replaceAll(/(?<!-)---(?!-)/g, '—')
      .replaceAll(/(?<=\d)--(?=\d)/g, '–')
      .replaceAll(/(?<=[^\s-]\s)--(?=\s+[^\s-])/g, '–')
  })
}
