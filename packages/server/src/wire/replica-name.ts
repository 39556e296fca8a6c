/** The names of replicas in a primary's settings: `name`, or `virtual(name)` for a virtual replica. */

/** A replica as a primary's settings name it. */
export interface ReplicaName {
  name: string
  isVirtual: boolean
}

const VIRTUAL = /^virtual\((.*)\)$/s

/** `x` or `virtual(x)`, taken apart. */
export function parseReplica(entry: string): ReplicaName {
  const name = VIRTUAL.exec(entry)?.[1]
  return name === undefined ? { name: entry, isVirtual: false } : { name, isVirtual: true }
}
