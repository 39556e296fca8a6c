/**
 * Searches over the published index of a static site: the whole file, or its head and the parts that a query reads, which
 * stay in memory. The same engine answers readers in their browsers.
 */
import {
  addPart,
  EngineError,
  type Index,
  type IndexSettings,
  isHead,
  openDelta,
  openIndex,
  openParts,
  PartsMissing,
  type RequestedPart,
  requestedParts,
  requestQueryTerms,
  search,
  type SearchParams,
  type SearchResponse,
} from '@docent/engine'

import { UsageError } from '../terminal/usage-error.ts'
import { type SiteFiles, unpacked } from './site-files.ts'

/** Paths of the files below the site's root, and the settings that searches use. */
export interface PublishedIndex {
  index: string
  delta: string
  settings: IndexSettings
}

/** Opens the index. @throws UsageError where its files cannot be read. */
export async function openPublishedIndex(
  files: SiteFiles,
  { index, delta, settings }: PublishedIndex,
): Promise<(params: SearchParams) => Promise<SearchResponse>> {
  const [base, changes] = await Promise.all([readUnpacked(files, index), readUnpacked(files, delta)])
  const opened = withChanges(isHead(base) ? openParts(base, settings) : openIndex(base, settings), changes, settings)
  const folder = index.slice(0, index.lastIndexOf('/') + 1)
  const coming = new Map<string, Promise<void>>()

  function bring(part: RequestedPart): Promise<void> {
    const path = `${folder}${part.folder}/${part.name}.bin`
    const started = coming.get(path)
    if (started !== undefined) return started
    const done = readUnpacked(files, path)
      .then((bytes) => addPart(opened, part, bytes))
      .finally(() => coming.delete(path))
    coming.set(path, done)
    return done
  }

  return async (params) => {
    requestQueryTerms(opened, params)
    for (;;) {
      await Promise.all(requestedParts(opened).map(bring))
      try {
        return search(opened, params)
      } catch (error) {
        if (!(error instanceof PartsMissing)) throw error
      }
    }
  }
}

function withChanges(base: Index, changes: Uint8Array, settings: IndexSettings): Index {
  if (changes.length === 0) return base
  try {
    return openDelta(base, isHead(changes) ? openParts(changes, settings) : changes, settings)
  } catch (error) {
    // While a new build is uploaded, base and delta on the host may be of different builds.
    if (error instanceof EngineError && error.code === 'index_base') return base
    throw error
  }
}

/** The bytes of a file; some hosts send it unpacked. */
async function readUnpacked(files: SiteFiles, path: string): Promise<Uint8Array> {
  const bytes = await files(path)
  if (bytes === undefined)
    throw new UsageError(`The site has no ${path}: build it again, and publish all of its files.`)
  // The engine reads whole buffers, and Node's small ones are parts of one.
  return new Uint8Array(unpacked(bytes, path))
}
