/** The sources of pages that generators make without a file. */

/** A page with this front matter and this body. */
export function madeSource(frontMatter: Readonly<Record<string, unknown>>, body: string): string {
  // JSON is YAML.
  return `---\n${JSON.stringify(frontMatter, undefined, 1)}\n---\n\n${body}\n`
}
