/** Tabs of mdbook-tabs, `{{#tabs }}`, `{{#tab name="A" }}`, `{{#endtab }}` and `{{#endtabs }}`, as tags. */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const MARK = /^(\s*)\{\{\s*#(tabs|tab|endtab|endtabs)\b([^{}]*)\}\}\s*$/

const TAGS: Readonly<Record<string, string>> = { tabs: '<Tabs>', endtab: '</TabItem>', endtabs: '</Tabs>' }

/** The lines with tags in the place of the marks. */
export function mdbookTabs(source: SourceLine[]): SourceLine[] {
  if (!source.some(({ text }) => MARK.test(text))) return source
  const track = codeTracker()
  return source.flatMap((line): SourceLine[] => {
    const found = track(line.text) === 'text' ? MARK.exec(line.text) : null
    if (found === null) return [line]
    const [, indent = '', name = '', list = ''] = found
    const label = (/\bname\s*=\s*"([^"]*)"/.exec(list)?.[1] ?? '').replaceAll(/[<>]/g, '')
    const tag = indent + (TAGS[name] ?? `<TabItem label="${label}">`)
    return ['', tag, ''].map((text) => ({ text, line: line.line }))
  })
}
