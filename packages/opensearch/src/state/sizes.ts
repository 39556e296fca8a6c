/** The sizes of generations in bytes: their records as JSON, and their primaries on disk. */
import type { Cluster } from '../http/cluster.ts'
import { BYTES_FIELD } from '../records/mapping.ts'
import type { Names } from './names.ts'

/** Of one generation. */
export interface TargetSize {
  recordBytes: number
  storedBytes: number
}

/** Maximum number of generations with sizes. */
const MOST = 10_000

interface Stats {
  indices: Record<string, { primaries: { store?: { size_in_bytes: number } } }>
}
interface Sums {
  aggregations?: { targets: { buckets: { key: string; bytes: { value: number } }[] } }
}

/** By the names of the generations; two requests for all. */
export async function sizesOf(cluster: Cluster, names: Names): Promise<Map<string, TargetSize>> {
  const all = names.generations
  const [stats, sums] = (await Promise.all([
    cluster.request('GET', `/${all}/_stats/store`, { query: { expand_wildcards: 'open' } }),
    cluster.request('POST', `/${all}/_search`, {
      query: { ignore_unavailable: true },
      body: {
        size: 0,
        aggs: {
          targets: { terms: { field: '_index', size: MOST }, aggs: { bytes: { sum: { field: BYTES_FIELD } } } },
        },
      },
    }),
  ])) as [Stats, Sums]
  const sizes = new Map<string, TargetSize>()
  for (const [target, { primaries }] of Object.entries(stats.indices))
    sizes.set(target, { recordBytes: 0, storedBytes: primaries.store?.size_in_bytes ?? 0 })
  for (const { key, bytes } of sums.aggregations?.targets.buckets ?? [])
    sizes.set(key, { storedBytes: 0, ...sizes.get(key), recordBytes: bytes.value })
  return sizes
}
