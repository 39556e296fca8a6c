/** Assistants on a server: its docs behind the protocol, under the rights of each sender. */
import type { Docs as ReadFolder } from '@docent/ingest'
import type { Docs, McpEndpoint, ToolCall } from '@docent/mcp'
import { ASSISTANT_BODY_BYTES, type Assistants, type AssistantSender, groupWarnings, type Log } from '@docent/server'

import type { Config } from '../config/schema.ts'
import { version } from '../config/version.ts'
import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { folderDocs } from './folder-docs.ts'
import { tokensOf } from './tokens.ts'

/** The server that assistants ask. */
export interface AskedServer {
  index: string
  /** As in the configuration: a slash at both ends. */
  base: string
  /** The host that the server was started with. */
  host: string
  /** The configuration as it is now. */
  config: () => Pick<Config, 'siteUrl' | 'title' | 'assistants'>
  /** The search key of the website's pages. */
  publicKey: () => string
  /** The docs folder as it is now; absent where all records come through the API. */
  docs?: () => ReadFolder
  /** Receives searches that these docs do not answer; absent where queries are not stored. */
  onUnanswered?: ((query: string) => void) | undefined
  log: Log
}

/** The part of the server that speaks the protocol, which is loaded with the first request. */
export function servedAssistants(server: AskedServer): Assistants {
  const { index, base, publicKey } = server
  let lastReason = ''
  // Anyone may send invalid requests, thousands in a second.
  const warn = groupWarnings(server.log, 'assistant-failed', (count) =>
    count === 1
      ? `A request of an assistant failed: ${lastReason}`
      : `${count} requests of assistants failed, the last one: ${lastReason}`,
  )
  const onError = (error: unknown): void => {
    lastReason = messageOf(error)
    warn()
  }
  let loading: Promise<{ endpoint: McpEndpoint; recordDocs: (typeof import('@docent/mcp'))['recordDocs'] }> | undefined
  const load = (): NonNullable<typeof loading> =>
    (loading ??= import('@docent/mcp').then(({ createMcpEndpoint, recordDocs }) => ({
      endpoint: createMcpEndpoint(ASSISTANT_BODY_BYTES, onError),
      recordDocs,
    })))
  const { siteUrl, assistants } = server.config()
  if (assistants !== undefined && siteUrl === undefined)
    throw new UsageError(
      'The configuration has "assistants" and no "siteUrl": tokens name the public address of the site, so set it too.',
    )
  return {
    index,
    publicKey,
    ownNames: () => {
      const { siteUrl: current } = server.config()
      return [server.host.toLowerCase(), ...(current === undefined ? [] : [new URL(current).hostname])]
    },
    tokens: assistants === undefined ? undefined : tokensOf(assistants, `${siteUrl}${base}_docent/mcp`),
    async answer(request, sender) {
      const { endpoint, recordDocs } = await load()
      const prefix = (server.config().siteUrl ?? new URL(request.url).origin) + base.replace(/\/$/, '')
      const docs = docsOf(sender, { prefix, recordDocs })
      const onCall = (call: ToolCall): void => {
        sender.count(call)
        if (call.outcome === 'unanswered' && call.query !== undefined) server.onUnanswered?.(call.query)
      }
      return endpoint(request, docs, { version, onCall, onError })
    },
  }

  /** The pages of the folder for a sender who sees all records; for others, pages made of the records that they see. */
  function docsOf(
    sender: AssistantSender,
    { prefix, recordDocs }: { prefix: string; recordDocs: (typeof import('@docent/mcp'))['recordDocs'] },
  ): Docs {
    const search: Docs['search'] = (params) => sender.search(params)
    if (server.docs !== undefined && !sender.seesPart) return folderDocs(server.docs(), search, prefix)
    return recordDocs(search, { title: server.config().title ?? 'Documentation', prefix })
  }
}
