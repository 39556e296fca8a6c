/** The API at the Node edge: a fetch handler that writes to the socket of its request, and load shedding before it. */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Backend } from '../../backend/backend.ts'
import type { BodyBudget } from '../body-budget.ts'
import { createRequestHandler, type ApiOptions } from '../handle-request.ts'
import { toResponse } from '../reply.ts'
import type { ConnectionEnd } from './connections.ts'
import { sendReply } from './send-reply.ts'
import { createShed, type Shed } from './shed.ts'

/** The second argument that `@hono/node-server` passes with a request; `incoming` is absent without a socket. */
interface Bindings {
  incoming?: { socket: { remoteAddress?: string | undefined } }
  outgoing?: HttpBindings['outgoing']
}

/** Both belong to one listener: `shed` refuses requests before `fetch` sees them. */
export interface Api {
  /** Answers `/1/…` and the operator's pages; any other path is refused in the wire's form. */
  fetch: (request: Request, env?: Bindings) => Promise<Response>
  shed: Shed
  /** Counts connections of the same listener in the metrics. */
  countEnd: (end: ConnectionEnd) => void
}

/** The API over a backend. A `budget` other than the default is for tests. */
export function createApi(backend: Backend, options: ApiOptions = {}, budget?: BodyBudget): Api {
  const handler = createRequestHandler(backend, options, budget)
  return {
    async fetch(request, { incoming, outgoing } = {}) {
      const reply = await handler.handle(request, incoming?.socket.remoteAddress)
      if (reply instanceof Response) return reply
      if (outgoing === undefined) return toResponse(reply)
      sendReply(outgoing, reply)
      return RESPONSE_ALREADY_SENT
    },
    shed: createShed(handler),
    countEnd: handler.metrics.countEnd,
  }
}
