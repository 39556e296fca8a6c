import type { ReadOptions } from '@docent/ingest'
import type { Config } from './schema.ts'

/** The options of reading a folder that its configuration sets. */
export function docsOptions({ title, components }: Config): Pick<ReadOptions, 'title' | 'components'> {
  return { title, components }
}
