/** What the page asks of the frame that draws diagrams. */
export interface DrawingRequest {
  id: number
  /** The text of the diagram. */
  source: string
  /** For the dark appearance. */
  dark: boolean
}

/** What the frame answers. */
export interface DrawingAnswer {
  id: number
  /** A whole document; absent where the text is no diagram. */
  svg?: string
  /** CSS pixels. */
  width: number
  height: number
  /** What the diagram says of itself (`accTitle`, `accDescr`); empty where it does not. */
  title: string
  description: string
}
