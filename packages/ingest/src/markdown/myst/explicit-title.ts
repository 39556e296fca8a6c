/** Splits `Title <target>`, the form of roles and lists of pages in Sphinx; without a title, all is the target. */
export function explicitTitle(source: string): { title: string | undefined; target: string } {
  const written = source.trim()
  const open = written.endsWith('>') ? written.lastIndexOf('<') : -1
  if (open < 0 || open === written.length - 2) return { title: undefined, target: written }
  const title = written.slice(0, open).trimEnd()
  return { title: title === '' ? undefined : title, target: written.slice(open + 1, -1) }
}

/** A text of several lines in one. */
export function inOneLine(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
