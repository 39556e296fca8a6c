/** Events of readers: stored, and deleted on request. */
import { readEvents } from '../../wire/read-events.ts'
import { requireAllIndexes, requireIndex } from '../../keys/grant.ts'
import { pathValue, route, type Answer, type Call, type Route } from '../route.ts'

async function add(call: Call): Promise<Answer> {
  const { events, dropped } = readEvents(call.body)
  call.countDroppedEvents(dropped)
  for (const { index } of events) requireIndex(call.grant, index)
  if (events.length > 0) await call.backend.events.add(events)
  return { body: { status: 200, message: 'OK' } }
}

/** The events of a user are of any index. */
async function forget(call: Call): Promise<Answer> {
  requireAllIndexes(call.grant)
  await call.backend.events.deleteUser(pathValue(call, 'userToken'))
  return { body: { status: 200, message: 'OK' } }
}

/** For `routes/table.ts`. */
export const EVENT_ROUTES: readonly Route[] = [
  route('POST', '/1/events', 'search', 'search', add),
  route('DELETE', '/1/usertokens/{userToken}', 'deleteObject', 'none', forget),
]
