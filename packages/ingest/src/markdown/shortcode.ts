/**
 * Names that stand in comments. Docs of MkDocs have hooks of their own that fill comments of the form `<!-- md:setting
 * config.enabled -->` before a page is read. What such a hook draws is not known; but where the comment is all that a
 * heading or a term of a definition list has, its argument is the name that readers look for. Links name a heading by it
 * as well: `[enabled][config.enabled]`.
 */
import { codeTracker, type SourceLine } from './source-line.ts'

const NAMED = /^(#{1,6}[ \t]+|)<!--\s*[\w-]+:[\w-]+[ \t]+([^\s<>`]+)\s*-->\s*$/

/** Writes the names out. */
export function nameShortcodes(lines: SourceLine[]): SourceLine[] {
  const track = codeTracker()
  const names = new Set<string>()
  const named = lines.map((line, index): SourceLine => {
    // A line that is a comment is no text to whoever tells code apart.
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
