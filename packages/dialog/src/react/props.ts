/** The options of the dialog as a component. */

import type { ComponentType, ReactNode } from 'react'

import type { Controller } from '../core/controller.ts'
import type { ChosenHit, DialogOptions } from '../core/dialog-options.ts'
import type { DialogClient } from '../core/dialog-client.ts'
import type { DocHit } from '../core/doc-hit.ts'

/** A host's component around the content of a row, as in the public component. */
export type HitComponent = ComponentType<{ hit: DocHit; children: ReactNode }>

/** A host's component below the results. */
export type ResultsFooterComponent = ComponentType<{
  state: { query: string; context: { nbHits: number } }
}>

/** The parts of the dialog that a host can replace with its own components. */
export interface HostComponents {
  /** A host's component around the content of a row. */
  hitComponent?: HitComponent | undefined
  /** A host's component below the results. */
  resultsFooterComponent?: ResultsFooterComponent | undefined
}

/** The dialog is controlled: the host owns `open`. */
export interface SearchDialogProps extends DialogOptions, HostComponents {
  /** Made once, with `createClient`; it contains the cache. */
  client: DialogClient
  /** A search that began before this component was loaded: `prepareSearch`. Read once. */
  controller?: Controller | undefined
  open: boolean
  /** Called when the reader closes the dialog; the host then sets `open` to false. */
  onClose: () => void
  /**
   * Called when Back or Forward leads to the open dialog; the host then sets `open` to true. The query is that of the
   * history entry, needed after a reload. Without `onReopen`, Back can only close the dialog.
   */
  onReopen?: ((query: string) => void) | undefined
  /** Opens a hit in this tab, after the dialog is closed; default: `location.assign`. */
  navigate?: ((url: string, hit: ChosenHit) => void) | undefined
  /** Opens a hit in a new tab, from the keyboard; default: `window.open`. */
  navigateNewTab?: ((url: string) => void) | undefined
  /** Any value: when it changes, `initialQuery` is set again, also while the dialog is open. */
  wish?: unknown
}
