/** Thrown where a folder cannot be read at all. The message is one sentence for the terminal. */
export class IngestError extends Error {
  /** `not-found`: there is no such folder. `not-a-folder`: it is a file. `no-pages`: it holds no Markdown. `closed`: it is not to be read. */
  readonly code: 'not-found' | 'not-a-folder' | 'no-pages' | 'closed'

  constructor(code: IngestError['code'], message: string) {
    super(message)
    this.name = 'IngestError'
    this.code = code
  }
}
