/** Words that a title has in capitals. */
const UPPER = new Set(
  'api cli css faq html http https id io js json ml mdx ai llm rpc sdk sql ssg ssr ts ui url ux xml yaml'.split(' '),
)

/** A title from the name of a folder: `getting-started` is "Getting started". */
export function folderTitle(name: string): string {
  const words = name
    .replace(/^\((.+)\)$/, '$1')
    .replace(/^\d{1,4}[-_.\s]+(?=\D)/, '')
    .replace(/ [\da-f]{32}$/, '')
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
  const shown = words.map((word) => (UPPER.has(word.toLowerCase()) ? word.toUpperCase() : word)).join(' ')
  return shown === '' ? name : shown.charAt(0).toUpperCase() + shown.slice(1)
}
