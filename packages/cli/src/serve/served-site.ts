/** The website of a served folder. */

import { inspect } from 'node:util'

import type { Problem } from '@docent/ingest'
import { createSite } from '@docent/site'

import { savedProblems } from '../reading/saved-problems.ts'
import { gitDates } from '../site/git-dates.ts'
import { printError, visible } from '../terminal/terminal.ts'
import type { FolderSource } from './folder-source.ts'
import { contentOf } from './site-content.ts'

/** A website whose content and settings can change. */
export interface ServedSite extends Pick<ReturnType<typeof createSite>, 'fetch' | 'fail' | 'close'> {
  /** The search key of its pages. */
  readonly searchKey: string
  /** Pages have the new key from the next request on. */
  changeKey(searchKey: string): Promise<void>
  /** Reads the folder again. Returns whether a page or a setting changed. */
  refresh(): Promise<boolean>
}

/** @param options `live`: a dev server. `base` has a slash at both ends. */
export async function openSite(
  source: FolderSource,
  options: { index: string; searchKey: string; base: string; live: boolean },
): Promise<ServedSite> {
  const { index, base, live } = options
  let { searchKey } = options
  let settings = await readSettings()
  let { title } = source.config
  let saved: Problem[] = []
  // The date of a page that is being written is now, and reading a long history takes time.
  const updated = live ? undefined : await gitDates(source.docs.folder)
  const site = createSite({
    ...settings,
    content: contentOf(source.docs, updated),
    base,
    live,
    onError: printPageError,
  })
  return {
    fetch: (request) => site.fetch(request),
    fail: (message) => site.fail(message),
    close: () => site.close(),
    get searchKey() {
      return searchKey
    },
    async changeKey(key) {
      searchKey = key
      settings = await readSettings()
      site.update(contentOf(source.docs, updated), settings)
    },
    async refresh() {
      await source.readConfig()
      const before = JSON.stringify([settings, title])
      settings = await readSettings()
      title = source.config.title
      const isChanged = JSON.stringify([settings, title]) !== before
      const { problems } = source.docs
      await source.readDocs()
      saved = savedProblems(problems, source.docs.problems, saved)
      return site.update(contentOf(source.docs, updated, saved), isChanged ? settings : undefined)
    },
  }

  function readSettings(): ReturnType<FolderSource['siteSettings']> {
    return source.siteSettings({ apiKey: searchKey, index })
  }
}

function printPageError(error: unknown, path: string): void {
  printError(`The page ${visible(path)} could not be made: ${inspect(error)}`)
}
