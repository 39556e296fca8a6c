/**
 * The difference between the stored records of an index and the wanted ones, by digests that a backend stores of its records.
 * The digest is the backend's own, SHA-1 in SQLite and SHA-256 in a cluster: with another one, all stored records would differ.
 */

/** A stored record that differs from the wanted one of the same objectID. */
export interface ChangedRecord<Stored, Wanted> {
  stored: Stored
  wanted: Wanted
}

/** The smallest change that turns the stored records into the wanted ones. */
export interface RecordDifference<Stored, Wanted> {
  /** In the order of the wanted records. */
  added: Wanted[]
  /** In the order of the stored records, as are the removed ones. */
  changed: ChangedRecord<Stored, Wanted>[]
  /** objectIDs. */
  removed: string[]
}

/** Compares the stored records, one after the other, with the wanted ones, a map by objectID. */
export async function differenceOf<Stored extends { objectID: string }, Wanted>(
  stored: AsyncIterable<Stored>,
  wanted: ReadonlyMap<string, Wanted>,
  isSame: (stored: Stored, wanted: Wanted) => boolean,
): Promise<RecordDifference<Stored, Wanted>> {
  const difference: RecordDifference<Stored, Wanted> = { added: [], changed: [], removed: [] }
  const known = new Set<string>()
  for await (const record of stored) {
    known.add(record.objectID)
    const other = wanted.get(record.objectID)
    if (other === undefined) difference.removed.push(record.objectID)
    else if (!isSame(record, other)) difference.changed.push({ stored: record, wanted: other })
  }
  for (const [objectID, record] of wanted) if (!known.has(objectID)) difference.added.push(record)
  return difference
}
