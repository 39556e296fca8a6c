/**
 * Assistants on this server: the interface of the protocol's handler, which is all that the server uses of it. The server
 * checks host, origin, key and limits, and answers searches under the rights of the key.
 */
import type { SearchParams, SearchResponse } from '@docent/engine'

/** A call of a tool by an assistant, for metrics and the log. */
export interface AssistantCall {
  tool: string
  /** One of few words, such as `answered` or `unanswered`. */
  outcome: string
  /** Of a search. */
  query?: string
}

/** The sender of a request, with the rights of its key. */
export interface AssistantSender {
  /** Answers a query as the search API does, and counts it against the limits of the key. Throws a `ServerError`. */
  search(params: SearchParams): Promise<SearchResponse>
  /** Whether the key shows only some of the records. */
  seesPart: boolean
  /** Counts a call. */
  count(call: AssistantCall): void
}

/** The part of a server that speaks the protocol. */
export interface Assistants {
  /** The index that the tools search. */
  index: string
  /** The key of senders that have none: the public key of the website's pages. */
  publicKey: () => string
  /** Host names of this server, beside addresses and names of this machine. */
  ownNames: () => readonly string[]
  /**
   * The protected resource of an operator with an identity provider: `check` returns the refusal of a request without a
   * valid token, and `metadata` the document that names the provider (RFC 9728).
   */
  tokens?: { check(request: Request): Promise<Response | undefined>; metadata(): Promise<Response> } | undefined
  /** Answers a request whose sender is known. */
  answer(request: Request, sender: AssistantSender): Promise<Response>
}

/** The endpoint of assistants within the API. */
export const ASSISTANT_PATH = '/_docent/mcp'

/** The well-known path of the protected resource's metadata, which may end with the path of the endpoint (RFC 9728, 3.1). */
const METADATA_PATH = /^\/\.well-known\/oauth-protected-resource\/(?:[^?#]*\/)?_docent\/mcp$/

/** Whether a path is one of the two. */
export const isAssistantPath = (path: string): boolean => path === ASSISTANT_PATH || isMetadataPath(path)

/** Whether a path is that of the metadata. */
export const isMetadataPath = (path: string): boolean => METADATA_PATH.test(path)
