/** The files of a published site: of a folder that `docent build` wrote, or over https. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

import { decodeOnce, isFile, pathBelow } from '@docent/ingest/below-root'

import { UsageError } from '../terminal/usage-error.ts'

/** Reads a file by its path below the site's root, without a slash at its start; `undefined` where there is none. */
export type SiteFiles = (path: string) => Promise<Uint8Array | undefined>

/** Maximum number of bytes of a file, and of its content when it is unpacked: an index of 100,000 records in one file has less. */
const MAX_BYTES = 256 * 1024 * 1024

/** Time (ms) for a file. */
const TIME_MS = 30_000

/** Redirects of a file that are followed. */
const MAX_REDIRECTS = 5

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
    const response = await requested(url)
    if (response.status === 404) return undefined
    if (!response.ok) throw new UsageError(`${url.href} answered with status ${response.status}.`)
    return bytesOf(response, url.href)
  }
}

/** The answer of a site. Redirects are followed within it only, so that it cannot make this machine ask others. */
async function requested(url: URL): Promise<Response> {
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const options = { signal: AbortSignal.timeout(TIME_MS), redirect: 'manual' } as const
    const response = await fetch(at, options).catch((error: unknown) => {
      throw new UsageError(`${url.href} could not be read: ${reasonOf(error)}.`)
    })
    const target = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || target === null) return response
    await response.body?.cancel()
    const next = URL.parse(target, at.href)
    if (next?.origin !== url.origin)
      throw new UsageError(`${url.href} leads to another site, ${next?.origin ?? target}: give that address.`)
    at = next
  }
  throw new UsageError(`${url.href} redirects more than ${MAX_REDIRECTS} times: give the address that it leads to.`)
}

/**
 * The content of a file that may be packed with gzip. @param name for the message. @param most for tests.
 * @throws UsageError where it is damaged, or larger than `MAX_BYTES`
 */
export function unpacked(bytes: Uint8Array, name: string, most = MAX_BYTES): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch {
    throw new UsageError(
      `${name} is damaged, or has more than ${most} bytes when it is unpacked: build the site again, or name its docs folder.`,
    )
  }
}

async function bytesOf(response: Response, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MAX_BYTES)
      throw new UsageError(
        `${url} has more than ${MAX_BYTES} bytes, and no more are read: name the docs folder of the site.`,
      )
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
