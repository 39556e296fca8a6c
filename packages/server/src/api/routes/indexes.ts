/** Indexes as wholes: their list, deletion, copying and moving, their settings, and the tasks of writes. */
import { DEFAULT_SETTINGS } from '@docent/engine'
import type { CopyScope } from '../../backend.ts'
import { ServerError, badRequest } from '../../errors.ts'
import { readIndexName } from '../../wire/names.ts'
import { readSettings, settingsAnswer } from '../../wire/read-settings.ts'
import { asObject } from '../../wire/read-search.ts'
import { mayUse, requireIndex, requireRight } from '../grant.ts'
import { pathValue, route } from '../route.ts'
import type { Answer, Call, Route } from '../route.ts'

const DEFAULT_PAGE = 100
const SCOPES: ReadonlySet<unknown> = new Set<CopyScope>(['settings', 'synonyms', 'rules'])

const indexOf = (call: Call): string => readIndexName(pathValue(call, 'index'))

function readCount(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null) return fallback
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 0)
    throw badRequest(`Invalid value for "${name}" parameter, expected integer`)
  return count
}

async function list(call: Call): Promise<Answer> {
  const page = readCount(call.query, 'page', 0)
  const hitsPerPage = Math.max(1, readCount(call.query, 'hitsPerPage', DEFAULT_PAGE))
  const infos = (await call.backend.listIndexes()).filter((info) => mayUse(call.grant, info.name))
  const items = infos
    .slice(page * hitsPerPage, (page + 1) * hitsPerPage)
    .map((info) => ({ ...info, pendingTask: info.numberOfPendingTasks > 0 }))
  return { body: { items, nbPages: Math.ceil(infos.length / hitsPerPage) } }
}

async function drop(call: Call): Promise<Answer> {
  const { tasks, at } = await call.backend.write([{ action: 'drop', index: indexOf(call) }])
  return { body: { deletedAt: at, taskID: tasks[0]?.taskID } }
}

function readScope(value: unknown): CopyScope[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || !value.every((entry): entry is CopyScope => SCOPES.has(entry)))
    throw badRequest('Invalid value for "scope" parameter, expected array of "settings", "synonyms" and "rules"')
  return value.length === 0 ? undefined : value
}

async function operation(call: Call): Promise<Answer> {
  const source = indexOf(call)
  const input = asObject(call.body, 'The body')
  const destination = readIndexName(input['destination'])
  const scope = readScope(input['scope'])
  requireIndex(call.grant, destination)
  if (input['operation'] === 'copy') {
    const { taskID, at } = await call.backend.copyIndex(source, destination, scope)
    return { body: { updatedAt: at, taskID } }
  }
  if (input['operation'] !== 'move')
    throw badRequest('Invalid value for "operation" parameter, expected "copy" or "move"')
  const { taskID, at } = await call.backend.moveIndex(source, destination)
  return { body: { updatedAt: at, taskID } }
}

async function getSettings(call: Call): Promise<Answer> {
  return { body: settingsAnswer(await call.backend.getSettings(indexOf(call)), DEFAULT_SETTINGS) }
}

async function putSettings(call: Call): Promise<Answer> {
  const { taskID, at } = await call.backend.updateSettings(indexOf(call), readSettings(call.body))
  return { body: { updatedAt: at, taskID } }
}

/** By number alone: the index in the path may be gone, or may not have been made yet. */
async function task(call: Call): Promise<Answer> {
  const taskID = Number(pathValue(call, 'taskID'))
  const status = Number.isSafeInteger(taskID) ? await call.backend.taskStatus(taskID) : undefined
  if (status === undefined) throw new ServerError('not-found', 'Task does not exist')
  return { body: { status, pendingTask: status === 'notPublished' } }
}

/** Whoever may write may ask what became of it. */
const taskOfWriter = (call: Call): Promise<Answer> => {
  requireRight(call.grant, call.grant.key.acl.includes('editSettings') ? 'editSettings' : 'addObject')
  return task(call)
}

export const INDEX_ROUTES: readonly Route[] = [
  route('GET', '/1/indexes', 'listIndexes', 'none', list),
  route('POST', '/1/indexes/{index}/operation', 'addObject', 'search', operation),
  route('GET', '/1/indexes/{index}/settings', 'settings', 'none', getSettings),
  route('PUT', '/1/indexes/{index}/settings', 'editSettings', 'write', putSettings),
  { ...route('GET', '/1/indexes/{index}/task/{taskID}', 'any-key', 'none', taskOfWriter), checksIndex: false },
  route('GET', '/1/task/{taskID}', 'any-key', 'none', taskOfWriter),
  route('DELETE', '/1/indexes/{index}', 'deleteIndex', 'none', drop),
]
