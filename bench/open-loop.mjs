/**
 * A load that comes whether or not answers do: `rate` requests per second, each on a connection that is free or a new
 * one. What waits is not held back, so latencies are those that clients would see. Gives one sample for each request.
 */

import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** How often requests are sent, in ms: those of one tick leave together. */
const TICK_MS = 5

/** Samples `{ status, ms, retryAfter }`; status 0 is a broken connection. It ends after `seconds` or by `signal`. */
export async function openLoop({ url, requests, rate, seconds, signal, maxSockets = 4000 }) {
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets })
  const started = performance.now()
  const isOver = endOf(started, seconds, signal)
  const waiting = []
  let sent = 0
  while (!isOver()) {
    const due = Math.floor(((performance.now() - started) / 1000) * rate)
    for (; sent < due; sent++) waiting.push(send(url, requests[(sent * 37) % requests.length], agent))
    await delay(TICK_MS)
  }
  const samples = await Promise.all(waiting)
  agent.destroy()
  return samples
}

/** One request after the other on `clients` connections. */
export async function closedLoop({ url, requests, clients, seconds, signal }) {
  const agent = new Agent({ keepAlive: true })
  const isOver = endOf(performance.now(), seconds, signal)
  const samples = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let i = client * 37; !isOver(); i++) samples.push(await send(url, requests[i % requests.length], agent))
    }),
  )
  agent.destroy()
  return samples
}

const endOf = (started, seconds, signal) => () =>
  signal?.aborted === true || (seconds !== undefined && performance.now() - started > seconds * 1000)

function send(url, { method, path, headers, body }, agent) {
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (status, response) =>
      resolve({ status, ms: performance.now() - started, retryAfter: response?.headers['retry-after'] })
    const outgoing = request(url + path, { method, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode, response))
      response.on('error', () => done(0))
    })
    outgoing.on('error', () => done(0))
    outgoing.end(body)
  })
}

/** The values below which `shares` of the samples lie, in whole ms. */
export function percentiles(samples, shares = [0.5, 0.99, 1]) {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return shares.map((share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0))
}
