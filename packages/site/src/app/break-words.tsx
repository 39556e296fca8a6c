import type { ReactNode } from 'react'

/**
 * A label for a narrow column: a long name breaks between its parts, `KeyboardAvoiding|View`, instead of within one.
 * Words of less than 16 characters fit.
 */
export const breakWords = (text: string): ReactNode =>
  /\S{16}/.test(text) ? (
    <span>{text.split(/(?<=[._]|[a-z](?=[A-Z]))/).map((part) => [part, <wbr key="" />])}</span>
  ) : (
    text
  )
