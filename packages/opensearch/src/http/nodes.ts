/**
 * The nodes of a cluster, used in turn. A node that refuses connections is excluded for a time that doubles with each failure; then
 * a probe decides whether it is used again, so that no reader's request is delayed. After a time-out or a broken connection a probe
 * also decides, because the request itself may be the reason. Due probes are sent with the next request.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Log } from '@docent/server/backend'
import { ClusterError, didNotHappen } from './cluster-error.ts'
import { send } from './send.ts'

/** A node that a request may be sent to. */
export interface Node {
  readonly url: URL
  /** Keeps connections open: a new one with TLS costs as much as a small search. */
  readonly agent: HttpAgent
}

/** A caller that took a node reports the outcome with `answered` or `failed`. */
export interface Nodes {
  /**
   * A node that was not tried yet. If none is known to answer, waits for the due probes until the deadline (ms of
   * `performance.now`); `undefined` if none is left.
   */
  take(tried: ReadonlySet<Node>, deadline: number): Promise<Node | undefined>
  answered(node: Node): void
  failed(node: Node, error: ClusterError): void
  close(): void
}

interface NodesOptions {
  nodes: readonly string[]
  ca?: string
}

interface NodesLimits {
  connectMs: number
  probeMs: number
  restMs: number
  maxRestMs: number
  answerBytes: number
}

interface State extends Node {
  /** End of its exclusion (ms of `performance.now`); `undefined` while it answers. */
  restUntil: number | undefined
  restMs: number
  probe: Promise<boolean> | undefined
}

/** Connections to one node. OpenSearch executes searches in a few threads: more requests would only wait there. */
const MAX_CONNECTIONS = 128
/** An idle connection is closed after this (ms), before load balancers close it, usually after a minute. */
const IDLE_MS = 30_000

/** Opens no connection before the first request. Throws a `TypeError` for an invalid address. */
export function createNodes({ nodes, ca }: NodesOptions, limits: NodesLimits, log: Log): Nodes {
  const states = nodes.map((address): State => {
    const url = new URL(address)
    const kept = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS }
    const agent = url.protocol === 'https:' ? new HttpsAgent({ ...kept, ...(ca && { ca }) }) : new HttpAgent(kept)
    return { url, agent, restUntil: undefined, restMs: limits.restMs, probe: undefined }
  })
  let turn = 0

  const stateOf = (node: Node): State => node as State

  function rest(state: State, why: string): void {
    if (state.restUntil === undefined) {
      const message = `The node ${state.url.host} of the cluster does not answer and is left out: ${why}`
      log({ level: 'warn', event: 'cluster-node-failed', message })
    }
    state.restUntil = performance.now() + state.restMs
    state.restMs = Math.min(state.restMs * 2, limits.maxRestMs)
  }

  function back(state: State): void {
    if (state.restUntil !== undefined)
      log({
        level: 'info',
        event: 'cluster-node-back',
        message: `The node ${state.url.host} of the cluster answers again`,
      })
    state.restUntil = undefined
    state.restMs = limits.restMs
  }

  /** Whether the node answers; one probe at a time. */
  function probe(state: State): Promise<boolean> {
    state.probe ??= answers(state).then((failure) => {
      state.probe = undefined
      if (failure === undefined) back(state)
      else rest(state, failure)
      return failure === undefined
    })
    return state.probe
  }

  /** The reason why the node does not answer. Any status below 500 is an answer: the user may not have the right to read `/`. */
  async function answers({ url, agent }: State): Promise<string | undefined> {
    try {
      await send({ agent }, { method: 'GET', url, headers: {} }, { ...limits, timeoutMs: limits.probeMs })
      return undefined
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      return error.status > 0 && error.status < 500 ? undefined : error.message
    }
  }

  return {
    async take(tried, deadline) {
      const now = performance.now()
      for (const state of states) if (state.restUntil !== undefined && state.restUntil <= now) void probe(state)
      const left = states.filter((state) => !tried.has(state))
      const up = left.filter((state) => state.restUntil === undefined)
      if (up.length > 0) return up[turn++ % up.length]
      const probes = left.filter((state) => state.probe !== undefined)
      if (probes.length === 0) return undefined
      await firstTrue(probes.map(probe), deadline - now)
      return left.find((state) => state.restUntil === undefined)
    },
    answered(node) {
      back(stateOf(node))
    },
    failed(node, error) {
      const state = stateOf(node)
      if (didNotHappen(error)) rest(state, error.message)
      else if (error.type === 'timeout' || error.type === 'connection_lost') void probe(state)
    },
    close() {
      for (const { agent } of states) agent.destroy()
    },
  }
}

/** Resolves when the first promise is true, when all are false, or after `ms`. */
function firstTrue(promises: readonly Promise<boolean>[], ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, ms))
  for (const one of promises) void one.then((isTrue) => isTrue && resolve())
  void Promise.all(promises).then(() => resolve())
  return promise.finally(() => clearTimeout(timer))
}
