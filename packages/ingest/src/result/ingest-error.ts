/** A folder cannot be read at all. The message is one sentence for the terminal. */
export class IngestError extends Error {
  /**
   * `not-found`: no such folder. `not-a-folder`: it is a file. `no-pages`: it has no Markdown. `closed`: it must not be
   * read. `outside`: its configuration has the pages elsewhere.
   */
  readonly code: 'not-found' | 'not-a-folder' | 'no-pages' | 'closed' | 'outside'

  constructor(code: IngestError['code'], message: string) {
    super(message)
    this.name = 'IngestError'
    this.code = code
  }
}
