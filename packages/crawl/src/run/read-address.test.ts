import { expect, test } from 'vitest'
import { postJson } from '../net/post-json.ts'
import { serveSite } from '../testing/site-server.ts'
import { readAddress } from './read-address.ts'

const options = { version: '0.0.0', allowPrivate: true }

test('the text of an address is read, after redirects', async () => {
  await using site = await serveSite({
    '/': (_, response) => response.writeHead(302, { location: '/version.txt' }).end(),
    '/version.txt': 'commit 4f2a9c1',
    '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
  })
  expect(await readAddress(`${site.origin}/`, options)).toMatchObject({
    url: `${site.origin}/version.txt`,
    text: 'commit 4f2a9c1',
  })
  expect(await readAddress(`${site.origin}/none`, options)).toMatchObject({ failure: 'status 404' })
  expect(await readAddress(`${site.origin}/circle`, options)).toMatchObject({ failure: 'more than 5 redirects' })
})

test('an address of this machine is refused unless it is allowed', async () => {
  await using site = await serveSite({ '/': 'secret' })
  const answer = await readAddress(`${site.origin}/`, { version: '0.0.0' })
  expect(answer).toMatchObject({ failure: expect.stringMatching(/no public address/) })
  await expect(postJson(`${site.origin}/hook`, '{}', { allowPrivate: false })).rejects.toThrow(/no public address/)
  expect(site.requests).toEqual([])
})

test('a message is posted until it is accepted; a refusal is final', async () => {
  const bodies: string[] = []
  let status = 503
  await using site = await serveSite({
    '/hook': (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        bodies.push(`${request.method} ${request.headers['content-type']} ${body}`)
        response.writeHead(status).end()
        if (status === 503) status = 204
      })
    },
  })
  const post = () => postJson(`${site.origin}/hook`, '{"a":1}', { allowPrivate: true, waits: [1, 1] })
  await post()
  expect(bodies).toEqual(Array(2).fill('POST application/json {"a":1}'))
  status = 400
  await expect(post()).rejects.toThrow(/answered with status 400/)
  expect(bodies).toHaveLength(3)
  status = 302
  await expect(post()).rejects.toThrow(/status 302/)
})
