/**
 * Access tokens of an operator's identity provider: JSON Web Tokens that the provider signed for this server, checked with
 * its published keys. The server issues none.
 */
import type { Assistants } from '@docent/server'

import type { Config } from '../config/schema.ts'

/** The provider and the scopes that a token needs. */
type Provider = NonNullable<Config['assistants']>

/** @param resource the public address of the endpoint: the audience of tokens. */
export function tokensOf({ issuer, scopes = [] }: Provider, resource: string): NonNullable<Assistants['tokens']> {
  let loading: Promise<import('@docent/mcp').TokenGate> | undefined
  const gate = (): NonNullable<typeof loading> =>
    (loading ??= import('@docent/mcp').then(({ openTokenGate }) =>
      openTokenGate({ issuer: new URL(issuer), resource: new URL(resource), scopes }),
    ))
  return {
    check: async (request) => (await gate()).check(request),
    metadata: async () => (await gate()).metadata(),
  }
}
