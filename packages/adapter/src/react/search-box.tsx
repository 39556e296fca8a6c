/** The search box as a component, for generators on React. The server renders its button. */

'use client'

import { SearchButton } from '@docent/dialog/button'
import { type ReactElement, useEffect, useRef, useState } from 'react'

import { type BoxOptions, boxPlace, type DocentSearch, loadBox, openHit } from '../box.ts'

/** The properties of the component. */
export interface SearchBoxProps {
  /** Path of the site, with its base: `/` or `/docs/`. */
  base?: string
  /** Opens a hit of this site in the site's router: its address, and the same below the base. Default: the browser loads the page. */
  navigate?: ((address: string, path: string) => void) | undefined
  /** Values of `version`: hits of these come first. */
  version?: readonly string[]
  /** Text of the button; default: `Search`. */
  text?: string
  className?: string
  /** More options of the box. A change of them has no effect on a box that is there. */
  options?: BoxOptions
}

const NONE: readonly string[] = []

/** Button and dialog. Shortcuts work as soon as the box is loaded. */
export function SearchBox({
  base = '/',
  navigate,
  version = NONE,
  text,
  className,
  options,
}: SearchBoxProps): ReactElement {
  const [place] = useState(boxPlace)
  const latest = useRef({ navigate, options })
  useEffect(() => {
    latest.current = { navigate, options }
  })
  const versions = JSON.stringify(version)

  const added = (): Promise<DocentSearch> =>
    place.add(async () => {
      const { docent } = await loadBox(base)
      return docent({
        ...latest.current.options,
        version: JSON.parse(versions) as string[],
        ...(navigate && { navigator: { navigate: ({ itemUrl }) => openHit(itemUrl, base, latest.current.navigate) } }),
      })
    })

  useEffect(() => {
    added().catch(() => undefined)
    return () => place.remove()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new box is for another base or version; `added` reads the other properties when it is called
  }, [base, versions])

  return (
    <SearchButton
      {...(text !== undefined && { text })}
      {...(className !== undefined && { className })}
      onClick={() => void added().then((search) => search.open())}
    />
  )
}
