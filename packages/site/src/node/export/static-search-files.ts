/**
 * The search of a site that another generator has built: a folder of its own beside the pages, with the index, the engine
 * and the search box. Names but those of `docent.js`, `index.bin` and `delta.bin` change with their content.
 */
import { join } from 'node:path'
import { readBox } from '../built.ts'
import { openOutput } from './output-folder.ts'
import { hasOtherFiles } from './output-mark.ts'
import { OutputError } from './write-file.ts'
import { type StaticIndexFiles, writeStaticIndex } from './static-index-files.ts'

/** The folder of the search, below the root of the site. No underscore first: some hosts publish no such folders. */
export const SEARCH_FOLDER = 'docent-search'

/** The module that a page loads. */
export const SEARCH_SCRIPT = 'docent.js'

/** The search to write. */
export interface StaticSearch {
  /** The root of the site, absolute. Only `SEARCH_FOLDER` in it is written. */
  into: string
  /** Absent: the search box alone, for a site whose searches a server answers. */
  index?: StaticIndexFiles
  /** Values of `lang` and of `version` in the records; empty without an index. */
  languages: readonly string[]
  versions: readonly string[]
}

/** Writes the search. @throws OutputError for a folder with other files; SiteNotBuiltError. */
export function writeStaticSearch({ into, index, languages, versions }: StaticSearch): void {
  const folder = join(into, SEARCH_FOLDER)
  if (hasOtherFiles(folder))
    throw new OutputError(`${folder} holds files that this command has not written: rename or remove the folder.`)
  const { box, worker, stamp, files } = readBox()
  const out = openOutput(folder)
  for (const [name, body] of files) out.put(`/${name}`, body)
  if (index) writeStaticIndex(out, '', index, stamp)
  const facts = JSON.stringify({ languages, versions, dialog: box.dialog, button: box.button, worker })
  // Last, since it names the others.
  out.put(
    `/${SEARCH_SCRIPT}`,
    `import{searchOf}from"./${box.script}";\nexport const{docent,start}=searchOf(import.meta.url,${facts});\n`,
  )
  out.close()
}
