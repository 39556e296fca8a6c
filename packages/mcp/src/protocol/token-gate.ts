/**
 * An endpoint as protected resource of OAuth: a token of the operator's provider, or a refusal that names where to get one
 * (RFC 9728). Tokens are JSON Web Tokens, checked with the keys that the provider publishes.
 */
import {
  type AuthInfo,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

/** Signatures with a published key; those with a shared secret are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Tolerated difference of clocks, in seconds. */
const CLOCK_SECONDS = 30

/** Time (ms) for the provider's metadata, and the most bytes of it. */
const PROVIDER_MS = 5000
const PROVIDER_BYTES = 262_144

/** The provider of tokens, and the endpoint that they are for. */
export interface TokenGateOptions {
  issuer: URL
  /** The public address of the endpoint, which tokens name as their audience. */
  resource: URL
  /** Scopes that a token needs. */
  scopes: readonly string[]
}

/** Checks tokens. */
export interface TokenGate {
  /** The refusal of a request without a valid token; `undefined` for one with. */
  check(request: Request): Promise<Response | undefined>
  /** The metadata of the resource. */
  metadata(): Response
}

/** A gate; the provider is asked for its keys at the first token. */
export function openTokenGate({ issuer, resource, scopes }: TokenGateOptions): TokenGate {
  const name = issuer.href.replace(/\/$/, '')
  let keys: Promise<JWTVerifyGetKey> | undefined
  const keysOf = (): Promise<JWTVerifyGetKey> => {
    keys ??= publishedKeys(name)
    keys.catch(() => (keys = undefined))
    return keys
  }
  const gate = requireBearerAuth({
    verifier: { verifyAccessToken: async (token) => verify(token, await keysOf()) },
    requiredScopes: [...scopes],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
  })

  async function verify(token: string, key: JWTVerifyGetKey): Promise<AuthInfo> {
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: [name, `${name}/`],
        audience: resource.href,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SECONDS,
        requiredClaims: ['exp'],
      })
      return authOf(token, payload)
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
      throw new OAuthError(OAuthErrorCode.InvalidToken, `The token is not valid here: ${error.message}`)
    }
  }

  function authOf(token: string, { exp = 0, scope, client_id: client, azp, sub = '' }: JWTPayload): AuthInfo {
    return {
      token,
      clientId: typeof client === 'string' ? client : typeof azp === 'string' ? azp : sub,
      scopes: typeof scope === 'string' ? scope.split(' ') : [],
      expiresAt: exp,
      resource,
    }
  }

  return {
    async check(request) {
      const found = await gate(request)
      return found instanceof Response ? found : undefined
    },
    metadata: () =>
      Response.json(
        {
          resource: resource.href,
          authorization_servers: [name],
          bearer_methods_supported: ['header'],
          ...(scopes.length > 0 && { scopes_supported: scopes }),
        },
        { headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } },
      ),
  }
}

/** The keys of a provider, by its metadata (RFC 8414, or OpenID Connect Discovery). */
async function publishedKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const url = new URL(issuer)
  const path = url.pathname.replace(/\/$/, '')
  const places = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ]
  for (const place of places) {
    const found = await readMetadata(place)
    const stated = found?.['issuer']
    const keys = found?.['jwks_uri']
    if (typeof stated !== 'string' || stated.replace(/\/$/, '') !== issuer || typeof keys !== 'string') continue
    const at = URL.parse(keys)
    if (at !== null && (at.protocol === 'https:' || url.protocol === 'http:'))
      return createRemoteJWKSet(at, { timeoutDuration: PROVIDER_MS })
  }
  throw new OAuthError(OAuthErrorCode.ServerError, 'The identity provider of this server does not answer')
}

/** Metadata of a provider; `undefined` where there is none at the address. */
async function readMetadata(place: string): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(PROVIDER_MS) })
    if (!response.ok) return undefined
    const text = await response.text()
    const found: unknown = text.length > PROVIDER_BYTES ? undefined : JSON.parse(text)
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
