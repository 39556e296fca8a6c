/**
 * Names in comments. MkDocs' docs have hooks that fill comments of the form `<!-- md:setting config.enabled -->` before
 * a page is read. The result of such a hook is unknown; but where the comment is the only content of a heading or a
 * term, its argument is the name that readers search for. Links use it for the heading as well:
 * `[enabled][config.enabled]`.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const NAMED = /^(#{1,6}[ \t]+|)<!--\s*[\w-]+:[\w-]+[ \t]+([^\s<>`]+)\s*-->\s*$/

/** Replaces such comments by their names. */
export function nameShortcodes(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  const names = new Set<string>()
  const named = lines.map((line, index): SourceLine => {
    // The code tracker counts a line that is a comment as raw.
    const isText = /^(?:text|raw)$/.test(track(line.text))
    const [, mark, name] = (isText && NAMED.exec(line.text)) || []
    if (mark === undefined || name === undefined) return line
    if (mark === '') {
      const next = lines.slice(index + 1).find(({ text }) => text.trim() !== '')
      return /^:[ \t]/.test(next?.text ?? '') ? { ...line, text: `\`${name}\`` } : line
    }
    names.add(name)
    return { ...line, text: `${mark}\`${name}\` { #${name} }` }
  })
  if (names.size === 0) return named
  const last = lines.at(-1)?.line ?? 1
  const definitions = Array.from(names, (name) => `[${name}]: #${name}`)
  return [...named, ...['', ...definitions].map((text) => ({ text, line: last }))]
}
