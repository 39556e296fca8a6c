/** Starts Chromium when the first page needs it; most crawls never do. */
import type { Requester } from '../net/request.ts'
import { openRenderer, type Renderer } from '../render/renderer.ts'

/** The renderer of a crawl; `undefined` without a Chromium. @param chromium path of the executable. */
export function rendererFor(chromium: string | undefined, requester: Requester): Renderer | undefined {
  if (chromium === undefined) return undefined
  let opened: Promise<Renderer> | undefined
  return {
    async render(url, html) {
      opened ??= openRenderer(chromium, requester)
      return await (await opened).render(url, html)
    },
    async close() {
      const renderer = await opened?.catch(() => undefined)
      await renderer?.close()
    },
  }
}
