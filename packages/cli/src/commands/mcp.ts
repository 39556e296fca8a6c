/** `docent mcp [folder | https://site]`: the docs for an assistant that starts this command, over standard input and output. */
import { join, resolve } from 'node:path'

import { isFile } from '@docent/ingest/below-root'
import { type Docs, serveMcp } from '@docent/mcp'

import { liveFolder } from '../assistants/live-folder.ts'
import { publishedDocs, SITE_DESCRIPTION } from '../assistants/published-docs.ts'
import { folderFiles, webFiles } from '../assistants/site-files.ts'
import { version } from '../config/version.ts'
import { messageOf } from '../terminal/message-of.ts'
import { checkSearchHost } from '../terminal/search-host.ts'
import { printError } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of the command. */
export interface McpCommandOptions {
  config?: string
  data?: string
  /** Search host of a site, if it is not of the site's origin. */
  host?: string
}

/** Serves until standard input ends; returns the exit code. Standard output belongs to the protocol. */
export async function mcpCommand(source: string, options: McpCommandOptions): Promise<number> {
  const docs = await openDocs(source, options)
  await serveMcp(docs, {
    version,
    onError: (error) => printError(messageOf(error)),
  })
  return 0
}

function openDocs(source: string, options: McpCommandOptions): Promise<Docs> {
  const { host } = options
  if (host !== undefined) checkSearchHost('--host', host)
  if (/^https?:\/\//i.test(source)) return openSite(source, host)
  const folder = resolve(source)
  if (isFile(join(folder, SITE_DESCRIPTION))) return publishedDocs(folderFiles(folder), { host })
  return liveFolder(folder, options)
}

function openSite(source: string, host: string | undefined): Promise<Docs> {
  const url = new URL(source)
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  if (url.protocol === 'http:' && !isLocal)
    throw new UsageError(`${source} is not encrypted: give the https address of the site.`)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  const address = url.origin + url.pathname
  return publishedDocs(webFiles(address), { address, host })
}
