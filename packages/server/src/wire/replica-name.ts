/** The names of replicas in a primary's settings: `name`, or `virtual(name)` for a virtual replica. */

/** A replica in the settings of its primary. */
export interface ReplicaName {
  name: string
  isVirtual: boolean
}

const VIRTUAL = /^virtual\((.*)\)$/s

/** Parses `x` or `virtual(x)`. */
export function parseReplica(entry: string): ReplicaName {
  const name = VIRTUAL.exec(entry)?.[1]
  return name === undefined ? { name: entry, isVirtual: false } : { name, isVirtual: true }
}
