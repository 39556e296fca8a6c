/** Renders pages of a crawl. Chromium is started when the first page needs it; most crawls never do. */
import type { Received } from '../net/outcome.ts'
import { openRenderer, type Renderer } from '../render/renderer.ts'
import { fetchFile } from './fetch-file.ts'
import type { Run } from './run.ts'

/** Hosts other than those of the pages from which the pages of one crawl get files; each is asked for its robots.txt. */
const MAX_ORIGINS = 50

/**
 * The renderer of a crawl. The files of its pages are requested as all other addresses are: robots.txt, pace, addresses,
 * redirects. @param chromium path of the executable.
 */
export function rendererFor(run: Run, chromium: string, userAgent: string): Renderer {
  const { limits, options } = run
  const { signal } = options
  const origins = new Set<string>()
  const fetch = async (url: string): Promise<Received | undefined> => {
    const { origin } = new URL(url)
    if (!origins.has(origin) && origins.size >= MAX_ORIGINS) return undefined
    origins.add(origin)
    const outcome = await fetchFile(run, url)
    return outcome.kind === 'received' ? outcome : undefined
  }
  let opened: Promise<Renderer> | undefined
  return {
    async render(url, html) {
      opened ??= openRenderer(chromium, { userAgent, bytes: limits.bytes, fetch, ...(signal && { signal }) })
      return await (await opened).render(url, html)
    },
    async close() {
      const renderer = await opened?.catch(() => undefined)
      await renderer?.close()
    },
  }
}
