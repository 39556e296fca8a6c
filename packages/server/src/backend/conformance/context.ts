/**
 * Shared by the conformance tests: a backend for each group of tests, their records, and short functions for common calls.
 */
import type { FacetValuesResponse, IndexSettings, SearchRecord, SearchResponse } from '@docent/engine'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Backend, WriteReceipt } from '../backend.ts'
import type { WriteOperation } from '../../wire/operations.ts'
import type { Limits } from '../../wire/limits.ts'

/** A backend without indexes, and a function that removes it with its data. */
export interface OpenedBackend {
  backend: Backend
  remove: () => Promise<void>
}

/** Registers a group of tests that share one backend. */
export type WithBackend = (title: string, tests: (backend: () => Backend) => void, limits?: Partial<Limits>) => void

/** Opens a backend; `limits` replace those of `LIMITS`. */
export type OpenBackend = (limits?: Partial<Limits>) => Promise<OpenedBackend>

/** The same backend; the names of the methods that are called are added to `calledMethods`. */
const recordingCalls = (backend: Backend, calledMethods: Set<string>): Backend =>
  new Proxy(backend, {
    get(target, name) {
      calledMethods.add(String(name))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

export const groupsOver =
  (name: string, open: OpenBackend, calledMethods: Set<string>): WithBackend =>
  (title, tests, limits = {}) => {
    describe(`${name}: ${title}`, () => {
      let opened: OpenedBackend | undefined
      beforeAll(async () => {
        opened = await open(limits)
      })
      afterAll(() => opened?.remove())
      tests(() => {
        if (opened === undefined) throw new Error('The backend is opened before the first test')
        return recordingCalls(opened.backend, calledMethods)
      })
    })
  }

export const SETTINGS: IndexSettings = {
  searchableAttributes: ['title', 'content'],
  attributesForFaceting: ['searchable(lang)', 'size'],
}

export const RECORDS: readonly SearchRecord[] = [
  { objectID: 'a', title: 'Install the server', content: 'on Linux', lang: 'en', size: 1 },
  { objectID: 'b', title: 'Configure the server', content: 'with a file', lang: 'en', size: 2 },
  { objectID: 'c', title: 'Server einrichten', content: 'mit einer Datei', lang: 'de', size: 3 },
]

export const saves = (index: string, records: readonly SearchRecord[]): WriteOperation[] =>
  records.map((record) => ({ action: 'save', index, record }))

export const asSearch = (result: SearchResponse | FacetValuesResponse | undefined): SearchResponse => {
  if (result === undefined || !('hits' in result)) throw new Error('Not the answer to a search')
  return result
}

/** Resolves when a write is visible to searches. */
export async function published(backend: Backend, { tasks }: WriteReceipt): Promise<void> {
  for (const { taskID } of tasks) await backend.waitForTask(taskID)
}

/** Writes `RECORDS` to an index and waits until they are searchable. */
export async function fill(backend: Backend, index: string): Promise<void> {
  await backend.waitForTask((await backend.replaceRecords(index, RECORDS, SETTINGS)).taskID)
}

/** The objectIDs of the hits, sorted. */
export async function idsOf(backend: Backend, indexName: string, query = ''): Promise<string[]> {
  const [result] = await backend.search([{ indexName, query }])
  return asSearch(result)
    .hits.map((hit) => hit.objectID)
    .sort()
}

export const notFound = expect.objectContaining({ code: 'not-found', status: 404 }) as Error
export const badRequest = expect.objectContaining({ code: 'bad-request', status: 400 }) as Error
