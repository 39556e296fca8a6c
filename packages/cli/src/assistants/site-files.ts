/** The files of a published site: of a folder that `docent build` wrote, or over https. */
import { readFile } from 'node:fs/promises'

import { decodeOnce, isFile, pathBelow } from '@docent/ingest/below-root'

import { UsageError } from '../terminal/usage-error.ts'

/** Reads a file by its path below the site's root, without a slash at its start; `undefined` where there is none. */
export type SiteFiles = (path: string) => Promise<Uint8Array | undefined>

/** Most bytes of a file: an index of 100,000 records in one file has less. */
const MOST_BYTES = 256 * 1024 * 1024

/** Time (ms) for a file. */
const TIME_MS = 30_000

/** The files of a folder; names that lead out of it, and private files, are none. */
export function folderFiles(folder: string): SiteFiles {
  return async (path) => {
    const file = pathBelow(folder, decodeOnce(path))
    return file === undefined || !isFile(file) ? undefined : readFile(file)
  }
}

/** The files of a site. @param address with a slash at the end. */
export function webFiles(address: string): SiteFiles {
  const root = new URL(address)
  return async (path) => {
    const url = new URL(path, root)
    if (!url.href.startsWith(root.href)) return undefined
    const response = await fetch(url, { signal: AbortSignal.timeout(TIME_MS) }).catch((error: unknown) => {
      throw new UsageError(`${url.href} could not be read: ${reasonOf(error)}.`)
    })
    if (new URL(response.url).origin !== root.origin)
      throw new UsageError(`${url.href} leads to another site, ${new URL(response.url).origin}: give that address.`)
    if (response.status === 404) return undefined
    if (!response.ok) throw new UsageError(`${url.href} answered with status ${response.status}.`)
    return bytesOf(response, url.href)
  }
}

async function bytesOf(response: Response, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MOST_BYTES) throw new UsageError(`${url} has more than ${MOST_BYTES} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
