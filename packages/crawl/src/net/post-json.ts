/** Sends JSON to an address that an operator names: a webhook. */
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openConnections } from './connect.ts'

/** Time (ms) for one attempt. */
const TIMEOUT = 10_000

/** Waits (ms) before the next attempts. */
const WAITS = [1000, 5000]

/** An address of a private network is refused by default, as for pages. */
export interface PostOptions {
  /** Also connect to addresses of private networks and of this machine. */
  allowPrivate: boolean
  /** In place of `WAITS`. */
  waits?: readonly number[]
}

/**
 * Posts a text of JSON until it is answered with a status below 300; redirects are not followed. @throws an error of one sentence
 * after the last attempt, at once for a refusal (4xx) and an address that may not be connected to.
 */
export async function postJson(url: string, json: string, { allowPrivate, waits = WAITS }: PostOptions): Promise<void> {
  const { agent } = openConnections({ allowPrivate, ports: new Set([new URL(url).port]) })
  try {
    for (let attempt = 0; ; attempt++) {
      const failure = await post(url, json, agent)
      if (failure === undefined) return
      const wait = waits[attempt]
      if (!failure.again || wait === undefined) throw new Error(failure.message)
      await sleep(wait)
    }
  } finally {
    await agent.destroy()
  }
}

async function post(
  url: string,
  body: string,
  dispatcher: ReturnType<typeof openConnections>['agent'],
): Promise<{ message: string; again: boolean } | undefined> {
  const { host } = new URL(url)
  try {
    const answer = await request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await answer.body.dump()
    const { statusCode } = answer
    if (statusCode < 300) return undefined
    return { message: `${host} answered with status ${statusCode}`, again: statusCode === 429 || statusCode >= 500 }
  } catch (error) {
    const { name, message } = error as Error
    return { message: `${host}: ${message}`, again: name !== 'AddressError' }
  }
}
