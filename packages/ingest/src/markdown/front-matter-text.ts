/** Values of the front matter that a page shows in its text. */

/** The text, number or switch at a path of keys, as text; case does not count. @param path `tool.name`, in lower case. */
export function frontMatterText(path: string, frontMatter: Record<string, unknown>): string | undefined {
  let value: unknown = frontMatter
  for (const part of path.split('.')) {
    const table = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    const key = Object.keys(table).find((one) => one.toLowerCase() === part)
    value = key === undefined ? undefined : table[key]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
