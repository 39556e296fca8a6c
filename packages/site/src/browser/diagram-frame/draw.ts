/**
 * Runs in the sandboxed frame of the diagrams, after Mermaid's script: answers each request with an SVG that needs no other
 * file. Labels are SVG text, since browsers differ in the support of HTML inside images.
 */
import type { DrawingAnswer, DrawingRequest } from './messages.ts'

interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, source: string): Promise<{ svg: string }>
}

declare const mermaid: Mermaid

/** The end of the queue: diagrams are rendered one at a time, since the library has one global configuration. */
let busy = Promise.resolve()

addEventListener('message', ({ source, data }: MessageEvent<DrawingRequest>) => {
  if (source !== parent) return
  busy = busy.then(async () => parent.postMessage(await draw(data), '*'))
})
parent.postMessage('ready', '*')

async function draw({ id, source, dark }: DrawingRequest): Promise<DrawingAnswer> {
  const nothing: DrawingAnswer = { id, width: 0, height: 0, title: '', description: '' }
  const plain = { htmlLabels: false, useMaxWidth: false }
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: dark ? 'dark' : 'default',
      fontFamily: 'system-ui, sans-serif',
      ...plain,
      flowchart: plain,
      class: plain,
      state: plain,
    })
    const { svg: markup } = await mermaid.render(`diagram-${id}`, source)
    const holder = document.createElement('div')
    holder.innerHTML = markup
    const svg = holder.querySelector('svg')
    if (!svg) return nothing
    const { width, height } = svg.viewBox.baseVal
    svg.setAttribute('width', String(width))
    svg.setAttribute('height', String(height))
    svg.style.removeProperty('max-width')
    return {
      id,
      svg: new XMLSerializer().serializeToString(svg),
      width,
      height,
      title: svg.querySelector(':scope > title')?.textContent.trim() ?? '',
      description: svg.querySelector(':scope > desc')?.textContent.trim() ?? '',
    }
  } catch {
    // The source is not a valid diagram. The library leaves elements behind.
    for (const rest of document.querySelectorAll(`[id*="diagram-${id}"]`)) rest.remove()
    return nothing
  }
}
