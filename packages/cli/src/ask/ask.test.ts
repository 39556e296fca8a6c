import { createGzip } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import { askHost } from './ask.ts'

/** A search host whose answers are this many MiB of spaces, compressed. */
async function hostWith(mebibytes: number): Promise<string> {
  const { url, close } = await startHttp((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    for (let i = 0; i < mebibytes; i++) gzip.write(' '.repeat(1024 * 1024))
    gzip.end('{"hits":[{"objectID":"a"}],"nbHits":1}')
  })
  onTestFinished(close)
  return url
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
