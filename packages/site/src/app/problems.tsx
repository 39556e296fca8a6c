import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFrame } from './context.ts'

/**
 * The problems of the page for its author, with file and line, in a box over the page (dev server only). Once closed, it
 * stays closed until the problems change. In English, like the problems themselves.
 *
 * @param fault why the docs could not be read; the page then shows its last readable state.
 */
export function Problems({ fault }: { fault: string | undefined }): ReactNode {
  const { page } = useFrame()
  const [closed, setClosed] = useState('')
  const problems = [...(fault === undefined ? [] : [{ place: '', message: fault }]), ...(page.problems ?? [])]
  const state = JSON.stringify(problems)
  const isShown = problems.length > 0 && closed !== state
  return (
    <div className="problems" aria-live="polite" lang="en">
      {isShown && (
        <section aria-label="Problems of this page">
          <button type="button" aria-label="Close" onClick={() => setClosed(state)}>
            <X className="icon" aria-hidden />
          </button>
          <ul>
            {problems.map(({ place, message }) => (
              <li key={place + message}>
                {place !== '' && <code>{place}</code>} {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
