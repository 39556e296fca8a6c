import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { FRAME_ID } from '../shared/frame-id.ts'
import { fill } from '../shared/language.ts'
import { QUERY_LENGTH } from '../shared/search-address.ts'
import { useFrame } from './context.ts'

/** The parts of the form that exist in the browser only. */
interface SearchFormProps {
  input?: Ref<HTMLInputElement>
  onInput?: ComponentProps<'input'>['onInput']
  onSubmit?: ComponentProps<'form'>['onSubmit']
  /** Whether the query has the maximum length; default: whether the query in the address has. */
  full?: boolean | undefined
}

/** The form of the search page. Without JavaScript, submitting it loads the search page at the same address. */
export function SearchForm({ input, onInput, onSubmit, ...rest }: SearchFormProps): ReactNode {
  const { page, words, href } = useFrame()
  const { full = (page.search?.query.length ?? 0) >= QUERY_LENGTH } = rest
  return (
    <search>
      <form className="search-form" action={href(page.url)} onSubmit={onSubmit}>
        <label className="search-field">
          <Search className="icon" aria-hidden />
          <span className="sr-only">{words.search}</span>
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={page.search?.query}
            maxLength={QUERY_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={FRAME_ID.searchLimit}
            onInput={onInput}
          />
        </label>
        <button type="submit" className="button" data-variant="primary">
          {words.searchSubmit}
        </button>
        <output id={FRAME_ID.searchLimit} className="search-limit">
          {full && fill(words.searchLimit, { limit: QUERY_LENGTH })}
        </output>
      </form>
      <noscript>
        <p>{words.searchNeedsScript}</p>
      </noscript>
    </search>
  )
}
