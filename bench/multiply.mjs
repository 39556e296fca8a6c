/**
 * Multiplies a set of records: every round repeats all, with other ids and addresses and the same texts. For loads
 * that do not depend on the vocabulary; `scale.mjs` has other words in each round.
 */
export function multiply(records, count) {
  if (!Number.isFinite(count) || count <= records.length) return records.slice(0, count || records.length)
  return Array.from({ length: count }, (_, i) => {
    const record = records[i % records.length]
    const round = Math.floor(i / records.length)
    if (round === 0) return record
    const url = record.url.replace(/^([^?#]*)/, `$1v${round}/`)
    return { ...record, objectID: `${round}/${record.objectID}`, url, page: undefined }
  })
}
