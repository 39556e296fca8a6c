/** A message from the page to the frame that renders diagrams. */
export interface DrawingRequest {
  id: number
  /** The diagram's source in Mermaid's language. */
  source: string
  /** For the dark appearance. */
  dark: boolean
}

/** The frame's answer. */
export interface DrawingAnswer {
  id: number
  /** An SVG document; absent when the source is not a valid diagram. */
  svg?: string
  /** CSS pixels. */
  width: number
  height: number
  /** The diagram's `accTitle` and `accDescr`; empty when absent. */
  title: string
  description: string
}
