/** The list of keys, and the switch for `/`. Loaded on demand. */

import { type ReactElement, useState } from 'react'

import { setSlash, slashIsOn } from '../core/preferences.ts'
import type { View } from './view.ts'

const english = {
  jump: 'to jump',
  newTab: 'to open in a new tab',
  pin: 'to add a recent search to favorites',
  forget: 'to remove it',
  openHint: 'to search from any page',
  slashOpens: 'Open the search with /',
}

/** The list of keys, shown instead of the results. */
export function KeyHelp({ view, apple }: { view: View; apple: boolean }): ReactElement {
  const messages = { ...english, ...view.messages }
  const [slash, switchSlash] = useState(slashIsOn)
  const control = apple ? '⌘' : 'Ctrl'
  const rows: [keys: string[], what: string][] = [
    [['↑', '↓'], messages.navigate],
    [['Home', 'End', 'Page ↑', 'Page ↓'], messages.jump],
    [['Enter'], messages.select],
    [[`${control} Enter`], messages.newTab],
    [['Alt P'], messages.pin],
    [['Delete'], messages.forget],
    [['Esc'], messages.closeHint],
    [[`${control} K`, ...(slash ? ['/'] : [])], messages.openHint],
  ]
  return (
    <div className="DocSearch-KeyHelp">
      <h2 className="DocSearch-Hit-source">{messages.help}</h2>
      <dl>
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="DocSearch-Commands-Key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={slash}
          onChange={({ currentTarget }) => {
            setSlash(currentTarget.checked)
            switchSlash(currentTarget.checked)
          }}
        />
        {messages.slashOpens}
      </label>
    </div>
  )
}
