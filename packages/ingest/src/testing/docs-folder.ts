/** A docs folder of given files in a temporary folder, read by the real `readDocs`. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readDocs, renderArticle } from '../index.ts'
import type { Docs, ReadOptions } from '../index.ts'
import { folderOf } from './folder-of.ts'

/** Writes the files and reads the folder (or `inner` of it). The folder is removed afterwards. */
export async function readFiles(files: Record<string, string>, options?: ReadOptions, inner = ''): Promise<Docs> {
  const folder = folderOf(files)
  try {
    return await readDocs(join(folder, inner), options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads one page: its article, and everything else. */
export async function readOne(
  source: string,
  others: Record<string, string> = {},
  name = 'page.md',
): Promise<{ html: string; docs: Docs; text: string; codes: string[] }> {
  const docs = await readFiles({ [name]: source, ...others })
  const page = docs.pages.find((one) => name.endsWith(one.file))! // it was just written
  const own = docs.records.filter((record) => record.url_without_anchor === page.url)
  return {
    html: await renderArticle(docs, page),
    docs,
    text: own.map((record) => record.content ?? '').join('\n'),
    codes: docs.problems.map((problem) => `${problem.code}:${problem.line ?? ''}`),
  }
}
