/**
 * Constants of the machine, which do not depend on Docent: a fixed loop, a constant answer over HTTP, and a file read.
 * They scale the figures of one hour or machine to those of another.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import { median } from '../site/measured.mjs'

const ROUNDS = 5
const FILE_BYTES = 64 * 2 ** 20
const REQUESTS = 2000

/** `loop`: CPU ms of 100 million multiplications and shifts. `http`: requests a second on one connection. `file`: MB read a second. */
export async function machineConstants(folder) {
  return {
    'loop CPU ms': Math.round(repeated(loop)),
    'HTTP requests a second': Math.round(await httpRequests()),
    'file MB a second': Math.round(fileRead(folder)),
  }
}

function loop() {
  return Number(execFileSync(process.execPath, [join(import.meta.dirname, 'cpu-loop.mjs')], { encoding: 'utf8' }))
}

async function httpRequests() {
  const body = Buffer.alloc(10_000, 0x20)
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/`
  const rates = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    for (let request = 0; request < REQUESTS / ROUNDS; request++) await (await fetch(url)).arrayBuffer()
    rates.push((REQUESTS / ROUNDS / (performance.now() - begun)) * 1000)
  }
  server.close()
  server.closeAllConnections()
  return median(rates)
}

function fileRead(folder) {
  const file = join(folder, 'constant')
  writeFileSync(file, Buffer.alloc(FILE_BYTES))
  return repeated(() => {
    const begun = performance.now()
    readFileSync(file)
    return FILE_BYTES / 1e6 / ((performance.now() - begun) / 1000)
  })
}

function repeated(measure) {
  return median(Array.from({ length: ROUNDS }, measure))
}
