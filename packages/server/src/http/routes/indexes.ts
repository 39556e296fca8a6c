/** Indexes: their list, deletion, copying and moving, their settings, and the tasks of writes. */
import { DEFAULT_SETTINGS } from '@docent/engine/settings'
import { ServerError, badRequest } from '../../wire/errors.ts'
import { readIndexName } from '../../wire/names.ts'
import { NO_TASK } from '../../wire/operations.ts'
import { readOperation } from '../../wire/read-index-operation.ts'
import { readSettings, replicasIn, settingsAnswer } from '../../wire/read-settings.ts'
import { forwardsToReplicas } from '../forward-to-replicas.ts'
import { mayUse, requireChangeable, requireIndex, requireRight } from '../../keys/grant.ts'
import { indexIn, pathValue, route, type Answer, type Call, type Route } from '../route.ts'

const DEFAULT_PAGE = 100

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
  requireChangeable(call.grant, indexIn(call))
  const { tasks, at } = await call.backend.write([{ action: 'drop', index: indexIn(call) }])
  return { body: { deletedAt: at, taskID: tasks[0]?.taskID } }
}

async function operation(call: Call): Promise<Answer> {
  const source = indexIn(call)
  const input = readOperation(call.body)
  const destination = readIndexName(input.destination)
  requireIndex(call.grant, destination)
  // An empty list of parts means all of them, as with the provider.
  const scope = input.scope?.length === 0 ? undefined : input.scope
  if (input.operation === 'move') requireChangeable(call.grant, source)
  if (input.operation === 'move' || scope === undefined || scope.includes('settings'))
    requireChangeable(call.grant, destination)
  const { taskID, at } =
    input.operation === 'copy'
      ? await call.backend.copyIndex(source, destination, scope)
      : await call.backend.moveIndex(source, destination)
  return { body: { updatedAt: at, taskID } }
}

async function getSettings(call: Call): Promise<Answer> {
  const index = indexIn(call)
  const { primary, replicas } = await call.backend.getLinks(index)
  const settings = settingsAnswer(await call.backend.getSettings(index), DEFAULT_SETTINGS)
  return { body: { ...settings, ...(primary !== undefined && { primary }), ...(replicas && { replicas }) } }
}

async function putSettings(call: Call): Promise<Answer> {
  const index = indexIn(call)
  const settings = readSettings(call.body)
  requireChangeable(call.grant, index)
  // A sender who may not use or change an index may not make it a replica either.
  for (const name of replicasIn(settings, index)) {
    requireIndex(call.grant, name)
    requireChangeable(call.grant, name)
  }
  const forwards = await forwardsToReplicas(call, index)
  const { taskID, at } = await call.backend.updateSettings(index, settings, { forwards })
  return { body: { updatedAt: at, taskID } }
}

/** By number alone: the index in the path may be deleted, or not created yet. */
async function task(call: Call): Promise<Answer> {
  const taskID = Number(pathValue(call, 'taskID'))
  if (taskID === NO_TASK) return { body: { status: 'published', pendingTask: false } }
  const status = Number.isSafeInteger(taskID) ? await call.backend.taskStatus(taskID) : undefined
  if (status === undefined) throw new ServerError('not-found', 'Task does not exist')
  // Clients that wait for a task know two states: a failed task is published, with its error.
  const error = await call.backend.taskError?.(taskID)
  return { body: { status, pendingTask: status === 'notPublished', ...(error !== undefined && { error }) } }
}

/** Every sender with a right to write may read the status of tasks. */
const taskOfWriter = (call: Call): Promise<Answer> => {
  requireRight(call.grant, call.grant.key.acl.includes('editSettings') ? 'editSettings' : 'addObject')
  return task(call)
}

/** For `routes/table.ts`. */
export const INDEX_ROUTES: readonly Route[] = [
  route('GET', '/1/indexes', 'listIndexes', 'none', list),
  route('POST', '/1/indexes/{index}/operation', 'addObject', 'search', operation),
  route('GET', '/1/indexes/{index}/settings', 'settings', 'none', getSettings),
  route('PUT', '/1/indexes/{index}/settings', 'editSettings', 'write', putSettings),
  { ...route('GET', '/1/indexes/{index}/task/{taskID}', 'any-key', 'none', taskOfWriter), checksIndex: false },
  route('GET', '/1/task/{taskID}', 'any-key', 'none', taskOfWriter),
  route('DELETE', '/1/indexes/{index}', 'deleteIndex', 'none', drop),
]
