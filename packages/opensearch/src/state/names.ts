/** The names of all OpenSearch indexes that Docent creates. They have one prefix, so that they can be listed and removed. */

/** Made of the prefix; two prefixes share nothing. */
export interface Names {
  /** Few documents that are read by id: the head, the keys, the lease, settings and parts. */
  state: string
  /** The log of tasks, one document each, and the pieces of large ones. */
  tasks: string
  events: string
  /** All generations of all indexes. */
  generations: string
  /** One generation of an index: its records as documents. */
  generation: (indexID: number, generation: number) => string
  /** The alias for writes to a generation: a write to a missing index would create it, a write to a missing alias fails. */
  writing: (target: string) => string
}

/** Throws a `TypeError` for a prefix that OpenSearch does not allow. */
export function namesWith(prefix: string): Names {
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix))
    throw new TypeError(
      `The prefix ${JSON.stringify(prefix)} may have a-z, 0-9, "-" and "_", and must begin with a letter or a digit`,
    )
  return {
    state: `${prefix}-state`,
    tasks: `${prefix}-tasks`,
    events: `${prefix}-events`,
    generations: `${prefix}-i*-g*`,
    generation: (indexID, generation) => `${prefix}-i${indexID}-g${generation}`,
    writing: (target) => `${target}-w`,
  }
}
