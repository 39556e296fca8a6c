import { Check, Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFrame } from './context.ts'

/** Time for which the button shows that the page was copied (ms). */
const COPIED_MS = 2000

/** Button that copies the page's Markdown, for a note, an issue or a language model. Nothing on a page without Markdown. */
export function CopyPage(): ReactNode {
  const { page, words, href } = useFrame()
  const [copied, setCopied] = useState(false)
  const { markdown, tokens } = page
  if (markdown === undefined) return null

  async function copy(path: string): Promise<void> {
    // The clipboard receives a promise, since browsers allow access only while the click is being handled.
    const text = fetch(href(path)).then((response) => {
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response.blob()
    })
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then((blob) => new Blob([blob], PLAIN)) })])
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      className="copy-page"
      title={tokens === undefined ? undefined : words.tokens.replace('{count}', tokens.toLocaleString(page.lang))}
      onClick={() => void copy(markdown).catch(() => setCopied(false))}
    >
      <Icon className="icon" aria-hidden />
      <span aria-live="polite">{copied ? words.copied : words.copyPage}</span>
    </button>
  )
}

const PLAIN = { type: 'text/plain' }
