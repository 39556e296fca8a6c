/**
 * Sizes of images after the address or the title: `![a](b.png =300x200)`, `![a](b.png "Title" =300x)`, `=x200`, in
 * the form of VuePress, HedgeDoc and other editors. They become lists of attributes, which all pages share.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'

/** From the address to the closing bracket. Parts are bounded, so that the work is linear. */
const SIZED =
  /(\]\(<?[^\s()<>]{1,1000}>?(?:[ \t]{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?)[ \t]{1,9}=(\d{1,5}%?)?x(\d{1,5}%?)?[ \t]{0,9}\)/g

/** The lines with sizes as attributes. */
export function withImageSizes(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => mayHaveSize(text))) return lines
  const track = codeTracker()
  return lines.map((line) => {
    const isText = track(line.text) === 'text'
    return isText && mayHaveSize(line.text) ? { ...line, text: sized(line.text) } : line
  })
}

function mayHaveSize(text: string): boolean {
  return text.includes('![') && text.includes(' =')
}

/** The text of a line; code spans stay as they are. */
function sized(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(SIZED, attributed)))
    .join('')
}

function attributed(whole: string, address: string, width?: string, height?: string): string {
  if (width === undefined && height === undefined) return whole
  const attributes = [
    ...(width === undefined ? [] : [`width=${width}`]),
    ...(height === undefined ? [] : [`height=${height}`]),
  ]
  return `${address}){${attributes.join(' ')}}`
}
