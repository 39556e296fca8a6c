/** A failure of a host with the name of the host, without the period at its end, so that a sentence can follow. */
export function failureAt(name: string, { message }: Error): string {
  return `${name}: ${message.replace(/(?<![.\s])[.\s]+$/, '')}`
}
