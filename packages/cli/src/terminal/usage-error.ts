/** A wrong argument or a wrong file: one sentence for the terminal, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
