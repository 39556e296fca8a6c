/** A docs folder of given files in a temporary folder, read by the real `readDocs`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readDocs, renderArticle } from '../index.ts'
import type { Docs, ReadOptions } from '../index.ts'

/** Writes the files and reads the folder (or `inner` of it). The folder is removed afterwards. */
export async function readFiles(files: Record<string, string>, options?: ReadOptions, inner = ''): Promise<Docs> {
  const folder = writeFiles(files)
  try {
    return await readDocs(join(folder, inner), options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes files into a new temporary folder. */
export function writeFiles(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-ingest-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
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
