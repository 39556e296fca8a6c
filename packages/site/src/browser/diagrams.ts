/**
 * Diagrams. Mermaid writes inline styles, which the site's policy forbids, and is a large third-party library. So it runs
 * in a sandboxed frame without an origin and without network access. The frame receives the source of a diagram and
 * returns an SVG, which the page shows as an image, since an image cannot run scripts or style the page. Each diagram is
 * rendered for both appearances, so that a switch needs no work and print uses the light one. The block of code stays in
 * the page, hidden, so that it can be copied.
 */
import type { DrawingAnswer, DrawingRequest } from './diagram-frame/messages.ts'

/** Renders a diagram in the frame, which is kept across client-side navigations. */
let drawing: Promise<(request: Omit<DrawingRequest, 'id'>) => Promise<DrawingAnswer>> | undefined

/** Renders all new diagrams of the article. @param frame the address of the frame's document. */
export async function drawDiagrams(frame: string): Promise<void> {
  drawing ??= openFrame(frame)
  const draw = await drawing
  const figures = document.querySelectorAll<HTMLElement>('.article [data-lang="mermaid"]:not([data-drawn])')
  await Promise.all(Array.from(figures, (figure) => drawFigure(figure, draw)))
}

async function drawFigure(figure: HTMLElement, draw: Awaited<NonNullable<typeof drawing>>): Promise<void> {
  const code = figure.querySelector('code')
  if (!code) return
  figure.dataset.drawn = 'soon'
  const source = code.textContent
  const [light, dark] = await Promise.all([draw({ source, dark: false }), draw({ source, dark: true })])
  if (light.svg === undefined || dark.svg === undefined) {
    figure.dataset.drawn = 'not'
    return
  }
  const own = [light.title, light.description].filter((text) => text !== '').join('. ')
  const name = own || headingAbove(figure)
  figure.prepend(imageOf(light, name, 'light'), imageOf(dark, name, 'dark'))
  figure.dataset.drawn = ''
}

function imageOf({ svg = '', width, height }: DrawingAnswer, name: string, only: 'light' | 'dark'): HTMLImageElement {
  const image = new Image(Math.ceil(width), Math.ceil(height))
  image.className = 'diagram'
  image.alt = name
  image.dataset.only = only
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  return image
}

/** The text of the last heading before an element, as the name of a diagram without a title. */
function headingAbove(element: Element): string {
  let nearest = ''
  for (const heading of document.querySelectorAll('.article :is(h1, h2, h3, h4, h5, h6)')) {
    if (!(heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) break
    nearest = heading.textContent.trim()
  }
  return nearest || document.title
}

/** Adds the frame to the page, off screen but laid out, since Mermaid measures text. */
function openFrame(address: string): Promise<(request: Omit<DrawingRequest, 'id'>) => Promise<DrawingAnswer>> {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.className = 'diagram-frame'
  frame.title = 'Mermaid'
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.src = address
  const waiting = new Map<number, (answer: DrawingAnswer) => void>()
  let last = 0
  return new Promise((resolve, reject) => {
    addEventListener('message', ({ source, data }: MessageEvent<DrawingAnswer | 'ready'>) => {
      if (source !== frame.contentWindow) return
      if (data !== 'ready') {
        waiting.get(data.id)?.(data)
        waiting.delete(data.id)
        return
      }
      resolve((request) => {
        const id = ++last
        const { promise, resolve: answered } = Promise.withResolvers<DrawingAnswer>()
        waiting.set(id, answered)
        // The sandboxed frame has no origin, so the target cannot be named.
        frame.contentWindow?.postMessage({ ...request, id } satisfies DrawingRequest, '*')
        return promise
      })
    })
    frame.addEventListener('error', () => reject(new Error('The frame of the diagrams could not be loaded.')))
    document.body.append(frame)
  })
}
