import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'

import { afterEach, expect, test } from 'vitest'

import { askHost } from './ask.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A search host whose answers are this many MiB of spaces, compressed. */
async function hostWith(mebibytes: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    for (let i = 0; i < mebibytes; i++) gzip.write(' '.repeat(1024 * 1024))
    gzip.end('{"hits":[{"objectID":"a"}],"nbHits":1}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const index = { index: 'docs', key: 'k' }

test('an answer of a search host is read up to a ceiling, also when it is compressed', async () => {
  const within = askHost({ host: await hostWith(4), ...index })
  expect((await within({ query: 'a' })).nbHits).toBe(1)
  const host = await hostWith(20)
  await expect(askHost({ host, ...index })({ query: 'a' })).rejects.toThrow(
    `${host} cannot be used: it has more than 16777216 bytes.`,
  )
})
