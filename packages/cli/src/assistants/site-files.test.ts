import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import { unpacked, webFiles } from './site-files.ts'

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startHttp(listener)
  onTestFinished(close)
  return `${url}/`
}

test('a site cannot make this machine request another one by a redirect', async () => {
  const asked: string[] = []
  const other = await serve(({ url = '' }, response) => void (asked.push(url), response.end('secret')))
  const site = await serve((_, response) => void response.writeHead(302, { location: `${other}admin` }).end())
  await expect(webFiles(site)('_docent/docs.json')).rejects.toThrow(`leads to another site, ${other.slice(0, -1)}`)
  expect(asked).toEqual([])
})

test('redirects within a site are followed, and a circle of them ends', async () => {
  const site = await serve(({ url }, response) => {
    if (url === '/there') response.end('text')
    else response.writeHead(301, { location: url === '/here' ? '/there' : '/circle' }).end()
  })
  expect(Buffer.from((await webFiles(site)('here')) ?? '').toString()).toBe('text')
  await expect(webFiles(site)('circle')).rejects.toThrow('redirects more than 5 times')
})

test('a packed file is unpacked up to a limit, and a plain one stays', () => {
  const packed = gzipSync(Buffer.alloc(100_000))
  expect(unpacked(packed, 'a.bin').length).toBe(100_000)
  expect(() => unpacked(packed, 'a.bin', 99_999)).toThrow('a.bin is damaged, or has more than 99999 bytes')
  expect(unpacked(Buffer.from('plain'), 'a.bin').toString()).toBe('plain')
})
