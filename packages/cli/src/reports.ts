/**
 * Missing results that readers report: kept as one line each in `reports.jsonl` of the data folder, where `docent doctor`
 * finds them. No address and no cookie is kept.
 */

import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import * as v from 'valibot'

/** Bytes of all reports together: some 5,000 of them; a flood must not fill the disk. */
const MAX_FILE_BYTES = 1024 * 1024
/** Bytes of one form: its fields at their longest, percent-encoded. */
const MAX_FORM_BYTES = 16 * 1024

const form = v.object({
  query: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(512)),
  expected: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
})

const report = v.object({ ...form.entries, at: v.string() })
/** A query that found too little, what the reader had expected, and when it was sent (ISO 8601, UTC). */
export type Report = v.InferOutput<typeof report>

/** Answers the form of the website: keeps the report and leads to the thanks; a wrong or too large one gets a sentence. */
export async function receiveReport(data: string, request: Request): Promise<Response> {
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > MAX_FORM_BYTES) {
    return refusal(413, `A report may have at most ${MAX_FORM_BYTES} bytes, and must say how many it has.`)
  }
  const fields = v.safeParse(form, Object.fromEntries(new URLSearchParams(await request.text())))
  if (!fields.success) return refusal(400, 'A report needs a query of at most 512 characters.')
  const file = join(data, 'reports.jsonl')
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > MAX_FILE_BYTES)
    return refusal(503, 'There are too many reports already; please tell the authors in another way.')
  await appendFile(file, `${JSON.stringify({ at: new Date().toISOString(), ...fields.output })}\n`, { mode: 0o600 })
  // Relative, so that it holds below every base and behind every proxy.
  return new Response(null, { status: 303, headers: { location: 'report?sent' } })
}

/** The reports that have come in, oldest first; a line that is none (a torn write) is passed over. */
export async function readReports(data: string): Promise<Report[]> {
  const text = await readFile(join(data, 'reports.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = v.safeParse(report, JSON.parse(line))
      return parsed.success ? [parsed.output] : []
    } catch {
      return []
    }
  })
}

function refusal(status: number, message: string): Response {
  return new Response(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
