/**
 * Reports of missing results by readers: one line each in `reports.jsonl` of the data folder, which `docent doctor`
 * lists. A flood drops the oldest reports, and the form stays open. Addresses and cookies are not stored.
 */

import {
  addressRanges,
  clientOf,
  type Fetch,
  HourlyCounters,
  isThisMachine,
  plainText,
  REPORT_BYTES,
  REPORT_TABLE_BYTES,
  REPORTS_BYTES,
  REPORTS_PER_ADDRESS,
  senderAddress,
} from '@docent/server'
import * as v from 'valibot'

import { type BoundedLines, boundedLines } from '../data/bounded-lines.ts'

const form = v.object({
  query: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(512)),
  expected: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
})

const report = v.object({ ...form.entries, at: v.string() })
/** A query with too few results, the reader's expectation, and the time (ISO 8601, UTC). */
export type Report = v.InferOutput<typeof report>

const linesIn = (data: string): BoundedLines<Report> => boundedLines(data, 'reports', REPORTS_BYTES, report)

/** Configuration for identifying the sender of a report. */
interface ReportOptions {
  /** Trusted proxies. A proxy on this machine that is not configured forwards all readers, and is not counted. */
  trustedProxies: readonly string[]
  /** The public address of the site in the current configuration. */
  siteUrl: () => string | undefined
}

/** Takes the reports of one data folder. */
export interface ReportBox {
  /**
   * Answers the form of the website: stores the report and redirects to the thanks; a refused report gets a sentence.
   */
  receive: Fetch
}

/** The reports of a data folder. `now` returns ms since 1970. */
export function openReports(data: string, { trustedProxies, siteUrl }: ReportOptions, now?: () => number): ReportBox {
  const isProxy = addressRanges(trustedProxies)
  const counters = new HourlyCounters(REPORT_TABLE_BYTES, now)
  const lines = linesIn(data)

  /** Whether the sender's address has exceeded its reports of this hour. */
  function isFlood(request: Request, connection: string | undefined): boolean {
    if (connection === undefined) return false
    const address = senderAddress(connection, request.headers.get('x-forwarded-for'), isProxy)
    return !isThisMachine(address) && counters.add(clientOf(address), 1) > REPORTS_PER_ADDRESS
  }

  return {
    async receive(request, { incoming }) {
      if (!isFromSite(request, siteUrl())) return plainText(403, FOREIGN)
      if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > REPORT_BYTES)
        return plainText(413, `A report may have at most ${REPORT_BYTES} bytes, and must say how many it has.`)
      if (isFlood(request, incoming.socket.remoteAddress))
        return plainText(429, 'Too many reports came from this address; try again in an hour.', {
          'retry-after': '3600',
        })
      const body = await request.text().catch(() => '')
      const fields = v.safeParse(form, Object.fromEntries(new URLSearchParams(body)))
      if (!fields.success) return plainText(400, 'A report needs a query of at most 512 characters.')
      lines.append({ at: new Date((now ?? Date.now)()).toISOString(), ...fields.output })
      // Relative, so that it works below every base and behind every proxy.
      return new Response(null, {
        status: 303,
        headers: { location: 'report?sent', 'x-content-type-options': 'nosniff' },
      })
    },
  }
}

const FOREIGN =
  'A report is taken from the form of this site only. Where this is that form, set "siteUrl" in the configuration to its address.'

/**
 * Whether a form of the site itself was sent, as far as the browser reports it: another page could make its readers
 * send reports. `Sec-Fetch-Site` is sent over https and on this machine, `Origin` with every form; other programs send
 * neither.
 */
function isFromSite({ headers, url }: Request, siteUrl: string | undefined): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null || origin === siteUrl || URL.parse(origin)?.host === new URL(url).host
}

/** The stored reports, oldest first. */
export const readReports = (data: string): Promise<Report[]> => linesIn(data).read()
