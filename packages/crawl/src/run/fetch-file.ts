/** Files beside the pages: sitemaps, llms.txt. Their redirects are followed here; each hop is checked when it connects. */
import type { NotReceived, Received } from '../net/outcome.ts'
import { turn } from './paces.ts'
import type { Run } from './run.ts'

/** Requests a file if robots.txt allows it, and follows redirects. @param accept the wanted media type; default: any. */
export async function fetchFile(run: Run, url: string, accept?: string): Promise<Received | NotReceived> {
  let at = url
  let cookies: string | undefined
  for (let hops = 0; hops <= run.limits.redirects; hops++) {
    const rules = await run.robotsOf(new URL(at).origin)
    if (rules.unreachable !== undefined) return { kind: 'failed', ...rules.unreachable, again: true }
    if (!rules.allows(at)) return { kind: 'skipped', reason: 'robots', detail: 'robots.txt excludes it' }
    await turn(run, new URL(at).origin)
    const outcome = await run.fetcher.file(at, { accept, cookies })
    if (outcome.kind !== 'redirect') return outcome
    at = outcome.to
    cookies = outcome.cookies
  }
  return { kind: 'failed', reason: 'redirects', detail: `more than ${run.limits.redirects} redirects`, again: false }
}
