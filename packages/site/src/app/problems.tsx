import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFrame } from './context.ts'

/**
 * For whoever writes: what is wrong with the page, with file and line, above everything else. Once closed it stays away
 * until something else is wrong. In English, as the problems themselves are.
 *
 * @param fault why the docs as a whole could not be read; the page is then that of before.
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
