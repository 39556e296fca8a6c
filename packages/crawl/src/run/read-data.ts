/** The text of a page that only shows a file of data, made from the file. */
import { dataFileOf, fileInProgram, pageInPage, pageInProgram } from '../html/data-file.ts'
import { readHead } from '../html/head.ts'
import type { MadePage } from '../html/made-page.ts'
import { parseHtml } from '../html/parse.ts'
import { decodePlain } from '../net/decode-text.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'

/** The page, or a reason, half a sentence, why there is none. `undefined`: the page names no file of data. */
export type DataPage = MadePage | { reason: string } | undefined

/** Requests the file that a page without a text shows. Only files of the page's own host are requested. */
export async function readData(run: Run, url: string, shell: string): Promise<DataPage> {
  const document = parseHtml(shell)
  const own = pageInPage(document)
  if (own !== undefined) return own
  const { base } = readHead(document, url)
  let file = dataFileOf(document, url, base)
  if (file?.isScript === true) {
    const program = await textAt(run, url, file.url)
    if (typeof program !== 'string') return undefined
    const page = pageInProgram(program)
    if (page !== undefined) return page
    file = fileInProgram(program, base)
  }
  if (file === undefined) return undefined
  const text = await textAt(run, url, file.url)
  if (typeof text !== 'string') return text
  const about = file.about === undefined ? undefined : await textAt(run, url, file.about)
  const page = file.write(text, typeof about === 'string' ? about : undefined)
  return page ?? { reason: `it shows ${file.url}, which is no OpenAPI file, no page of DocC and no data of apidoc.js` }
}

async function textAt(run: Run, url: string, file: string): Promise<string | { reason: string }> {
  if (new URL(file).origin !== new URL(url).origin) return { reason: `it shows ${file}, which is on another host` }
  const outcome = await fetchFile(run, file)
  if (outcome.kind !== 'received') return { reason: `it shows ${file}, which could not be read` }
  if (outcome.body.length > run.limits.bytes) return { reason: `it shows ${file}, which is larger than the limit` }
  return decodePlain(outcome.body)
}
