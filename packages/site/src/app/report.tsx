import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/** The form in which a reader reports missing results, or thanks after it was sent. It works without JavaScript. */
export function Report(): ReactNode {
  const { page, words, href } = useFrame()
  const { query = '', sent = false } = page.report ?? {}
  if (sent) {
    return (
      <div className="message">
        <h1>{words.reportTitle}</h1>
        <p>{words.reportThanks}</p>
      </div>
    )
  }
  return (
    <form className="message report" method="post" action={href('/_docent/report')}>
      <h1>{words.reportTitle}</h1>
      <p>{words.reportText}</p>
      <label>
        {words.reportQuery}
        <input name="query" defaultValue={query} maxLength={512} required />
      </label>
      <label>
        {words.reportExpected}
        <textarea name="expected" rows={4} maxLength={2000} />
      </label>
      <p className="message-actions">
        <button type="submit" className="button" data-variant="primary">
          <Send className="icon" aria-hidden />
          {words.reportSend}
        </button>
      </p>
    </form>
  )
}
