/**
 * Tabs of Vue whose contents are slots: `<Tabs :names="['A', 'B']"><template #a>…</template>…</Tabs>`. The labels are a
 * list of the component, in the order of the slots or of another list with their names; else the names of the slots.
 */
import type { Data, TreeNode } from '../tree.ts'
import { isBlank } from './content.ts'
import { type OwnRows, rowOf } from './lookup.ts'

const LABELS = ['names', 'labels', 'titles', 'items']
const KEYS = ['tabs', 'keys', 'values']

/** Makes the slots of a component of tabs its tabs. Changes the node; others stay. */
export function nameSlots(node: TreeNode, components: OwnRows): void {
  const slots = (node.children ?? []).filter((child) => !isBlank([child]))
  const names = slots.flatMap((slot) => slotOf(slot) ?? [])
  if (slots.length < 2 || names.length < slots.length) return
  const as = rowOf(node.name ?? '', components)?.as
  if (as !== 'tab' && as !== 'tabs') return
  const listed = (keys: readonly string[]): string[] => {
    const value = keys.map((key) => node.attributes?.[key]).find((one) => Array.isArray(one)) as Data[] | undefined
    return (value ?? []).filter((one) => typeof one === 'string')
  }
  const [labels, keys] = [listed(LABELS), listed(KEYS)]
  node.name = 'Tabs'
  node.attributes = typeof node.attributes?.id === 'string' ? { id: node.attributes.id } : {}
  node.children = slots.map((slot, index) => {
    const name = names[index] ?? ''
    const at = keys.includes(name) ? keys.indexOf(name) : index
    return { ...slot, name: 'Tab', attributes: { title: labels[at] ?? name } }
  })
}

/** The name of a slot: `v-slot:name`. */
function slotOf({ type, name, attributes }: TreeNode): string | undefined {
  if (type !== 'component' || name !== 'template') return undefined
  return Object.keys(attributes ?? {}).flatMap((key) => /^(?:#|v-slot:)(.+)$/.exec(key)?.[1] ?? [])[0]
}
