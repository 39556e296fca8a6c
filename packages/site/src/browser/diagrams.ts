/**
 * Diagrams. Mermaid writes inline styles, which the site's policy forbids, and is a large program of somebody else. So it
 * runs in a frame without an origin, which can load nothing; it is given the text of a diagram and gives back an SVG,
 * which the page shows as an image: an image runs nothing and styles nothing but itself. It is drawn once for each
 * appearance, so that switching needs nothing, and paper gets the light one.
 * The block of code stays in the page behind its image, so that it can be copied.
 */
import type { DrawingAnswer, DrawingRequest } from './diagram-frame/messages.ts'

/** The frame of this page; it goes on living while the reader moves to other pages. */
let drawing: Promise<(request: Omit<DrawingRequest, 'id'>) => Promise<DrawingAnswer>> | undefined

/** Draws all diagrams of the article that are not drawn. @param frame the address of the document that draws. */
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

/** The words of the last heading before an element: what the section is about, the diagram is about. */
function headingAbove(element: Element): string {
  let nearest = ''
  for (const heading of document.querySelectorAll('.article :is(h1, h2, h3, h4, h5, h6)')) {
    if (!(heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) break
    nearest = heading.textContent.trim()
  }
  return nearest || document.title
}

/** Puts the frame into the page, out of sight: what is not laid out at all has no sizes to draw by. */
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
        // The frame has no origin that could be named.
        frame.contentWindow?.postMessage({ ...request, id } satisfies DrawingRequest, '*')
        return promise
      })
    })
    frame.addEventListener('error', () => reject(new Error('The frame of the diagrams could not be loaded.')))
    document.body.append(frame)
  })
}
