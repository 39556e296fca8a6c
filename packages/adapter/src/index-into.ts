/** Runs `docent index SOURCE --into FOLDER`, the command that feeds all adapters. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One run of the command. */
export interface IndexJob {
  /** A folder of built pages or of Markdown. */
  source: string
  /** The folder that receives `docent-search`. */
  into: string
  /** Only the search box, for a site whose searches a server answers; the source is not read. */
  boxOnly?: boolean
  /** Puts the script of the search box into the pages. Default: no, since an adapter puts the box into the theme. */
  script?: boolean
  /** More options of the command, such as `['--base', '/docs/']`. */
  options?: readonly string[]
}

/** A search server, with a key that can only search. Default: the index beside the site. */
export interface ServerOptions {
  hosts?: readonly string[]
  appId?: string
  apiKey?: string
  indexName?: string
}

/** The result of a run. */
export interface Indexed {
  records: number
  ms: number
}

/** A line for the log of a build. */
export function describeIndexed({ records, ms }: Indexed): string {
  return `${records} ${records === 1 ? 'record' : 'records'} in ${(ms / 1000).toFixed(1)} s.`
}

/** Runs the command in a process of its own, so that it ends with its memory. @throws Error with the message of the command. */
export async function indexInto({ source, into, boxOnly, script = false, options = [] }: IndexJob): Promise<Indexed> {
  const flags = [...(script ? [] : ['--no-script']), ...(boxOnly ? ['--box-only'] : []), ...options]
  const args = ['index', source, '--into', into, ...flags, '--json']
  const child = spawn(process.execPath, [commandFile(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ])
  if (code !== 0) throw new Error(errors.trim() || `docent index ended with code ${code}.`)
  return JSON.parse(out) as Indexed
}

/** The script of the installed command. */
function commandFile(): string {
  const manifest = createRequire(import.meta.url).resolve('docent/package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { docent: string } }
  return join(dirname(manifest), bin.docent)
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
