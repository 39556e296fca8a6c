import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHost, startHttp } from '../../../crawl/src/testing/start-http.ts'
import { openTokenGate, type TokenGate } from './token-gate.ts'

const RESOURCE = 'https://docs.example/_docent/mcp'
let provider: HttpHost
let issuer = ''
let gate: TokenGate
let own: CryptoKey
let foreign: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair('ES256')
  own = pair.privateKey
  foreign = (await generateKeyPair('ES256')).privateKey
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  provider = await startHttp(({ url }, response) => {
    const found =
      url === '/.well-known/openid-configuration'
        ? { issuer, jwks_uri: `${issuer}/keys` }
        : url === '/keys'
          ? { keys: [key] }
          : undefined
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  issuer = provider.url
  gate = openTokenGate({ issuer: new URL(issuer), resource: new URL(RESOURCE), scopes: ['docs:read'] })
})
afterAll(() => provider.close())

function token(changes: JWTPayload = {}, key = own, expires = '5m'): Promise<string> {
  const claims = { iss: issuer, aud: RESOURCE, sub: 'reader', client_id: 'assistant', scope: 'docs:read', ...changes }
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).setExpirationTime(expires).sign(key)
}

const check = (value?: string): Promise<Response | undefined> =>
  gate.check(new Request(RESOURCE, { method: 'POST', ...(value && { headers: { authorization: `Bearer ${value}` } }) }))

test('a token of the provider for this server passes', async () => {
  expect(await check(await token())).toBeUndefined()
})

test.each([
  ['without a token', async () => undefined, 401],
  ['for another server', () => token({ aud: 'https://other.example/_docent/mcp' }), 401],
  ['of another provider', () => token({ iss: 'https://other.example' }), 401],
  ['with another signature', () => token({}, foreign), 401],
  ['that has expired', () => token({}, own, '-5m'), 401],
  ['without the scope', () => token({ scope: 'openid' }), 403],
  ['that is no token', async () => 'x', 401],
  ['without a signature', async () => `${(await token()).split('.').slice(0, 2).join('.')}.`, 401],
])('a request %s is refused, and told where to get a token', async (_, make, status) => {
  const refused = await check(await make())
  expect(refused?.status).toBe(status)
  expect(refused?.headers.get('www-authenticate')).toContain(
    'resource_metadata="https://docs.example/.well-known/oauth-protected-resource/_docent/mcp"',
  )
})

test('the metadata names the resource, the provider and the scopes', async () => {
  expect(await gate.metadata().json()).toEqual({
    resource: RESOURCE,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['docs:read'],
  })
})

test('a provider that does not answer is no refusal of the token', async () => {
  const gone = openTokenGate({ issuer: new URL('http://127.0.0.1:9'), resource: new URL(RESOURCE), scopes: [] })
  const request = new Request(RESOURCE, { headers: { authorization: `Bearer ${await token()}` } })
  expect((await gone.check(request))?.status).toBe(500)
})
