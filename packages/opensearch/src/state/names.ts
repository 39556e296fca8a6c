/** What everything that Docent keeps in a cluster is called. All names begin with one prefix, so that it can be listed and removed. */

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
  /** The alias that a generation is written through: unlike an index, an alias is not made by writing to it. */
  writing: (target: string) => string
}

/** Throws for a prefix that OpenSearch does not take. */
export function namesWith(prefix: string): Names {
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix))
    throw new TypeError(
      `The prefix ${JSON.stringify(prefix)} must be of a-z, 0-9, "-" and "_", and begin with none of the two`,
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
