/** Finds the row of a component's name: a project's own rows first, then the table. */
import type { ComponentRow } from '../../result/construct.ts'
import { ROWS } from './rows.ts'

/** A name as it is compared: in lower case, without hyphens. */
export function keyOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '')
}

const TABLE: ReadonlyMap<string, ComponentRow> = new Map(
  ROWS.flatMap((row) => row.names.split(' ').map((name) => [keyOf(name), row] as const)),
)

/** Rows of a project, by name as written. */
export type OwnRows = Readonly<Record<string, ComponentRow>>

const ownTables = new WeakMap<OwnRows, ReadonlyMap<string, ComponentRow>>()

function tableOf(own: OwnRows): ReadonlyMap<string, ComponentRow> {
  const known = ownTables.get(own)
  if (known !== undefined) return known
  const made = new Map(Object.entries(own).map(([name, row]) => [keyOf(name), row]))
  ownTables.set(own, made)
  return made
}

/**
 * The row of a component: of its whole name, of the part after the last dot (`<Tabs.Tab>`), or of the name without
 * Nuxt's prefixes (`<UCard>`, `<ProseNote>`).
 */
export function rowOf(name: string, own: OwnRows): ComponentRow | undefined {
  const names = [name, name.slice(name.lastIndexOf('.') + 1), name.replace(/^(?:U-?|Prose-?)(?=[A-Za-z]{3})/i, '')]
  for (const table of [tableOf(own), TABLE])
    for (const one of names) {
      const row = table.get(keyOf(one))
      if (row !== undefined) return row
    }
  return undefined
}
