/** Interim until the search's own mapping comes. */
import type { IndexSettings } from '@docent/engine'

export const createIndexBody = (
  _settings: IndexSettings,
  { shards, replicas }: { shards: number; replicas: number },
): object => ({
  settings: { index: { number_of_shards: shards, number_of_replicas: replicas, refresh_interval: '-1' } },
  mappings: { dynamic: false, properties: { position: { type: 'long' }, hash: { type: 'keyword' } } },
})

export const needsRebuild = (before: IndexSettings, after: IndexSettings): boolean =>
  JSON.stringify(before.searchableAttributes) !== JSON.stringify(after.searchableAttributes)
