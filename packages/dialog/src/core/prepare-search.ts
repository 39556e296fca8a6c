/**
 * The search of a dialog whose components are still loading: for hosts that show an input of their own until then. `SearchDialog`
 * receives the controller as a property and continues with its query and its hits.
 */

import type { SearchParams } from '@docent/engine'

import { DEBOUNCE, HITS_PER_GROUP } from './constants.ts'
import { type Controller, createController } from './controller.ts'
import type { DialogClient } from './dialog-client.ts'
import type { Facet } from './filters.ts'
import { readFilters } from './kept-filters.ts'
import { snippetWordsNow } from './request.ts'

/** The options of the dialog that decide about its requests. */
export interface PreparedSearch {
  client: DialogClient
  indexName: string
  searchParameters: SearchParams
  facets: readonly Facet[]
}

/** A controller that sends the same requests as the dialog: call its `type` with the text of the input. */
export function prepareSearch({ client, indexName, searchParameters, facets }: PreparedSearch): Controller {
  const controller = createController(undefined, readFilters())
  controller.configure({
    client,
    indices: [{ name: indexName, searchParameters }],
    facets,
    snippetWords: snippetWordsNow(),
    perGroup: HITS_PER_GROUP,
    debounce: DEBOUNCE,
    onQuery: undefined,
    onError: undefined,
    transformItems: undefined,
    onOpen: () => undefined,
  })
  return controller
}
