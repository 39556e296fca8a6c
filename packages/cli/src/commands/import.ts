/**
 * `docent import --app-id … --index …`: takes records, settings, synonyms and rules of an index of the hosted provider, checks their
 * numbers, and prints the lines that the site changes. The old index stays until the new one is complete. A command that was
 * interrupted continues when it is started again.
 */

import { join } from 'node:path'

import { SearchError } from '@docent/client'

import { folderName } from '../crawl/crawl-place.ts'
import { hideFromGit, makeDataFolder } from '../data/data-folder.ts'
import { readRunningServer } from '../data/running-server.ts'
import { Arrived } from '../import/arrived.ts'
import { readSource, type SourceRead } from '../import/read-source.ts'
import { searchKeyOf } from '../import/search-key.ts'
import { openSource } from '../import/source.ts'
import { divide, hiddenAttributes, type Unsupported, unsupportedLines } from '../import/supported.ts'
import { type Counts, type IndexContent, writeIndex } from '../import/write-index.ts'
import { writeReplicas } from '../import/write-replicas.ts'
import { failureAt } from '../terminal/failure-at.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { count, plural } from '../terminal/plural.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { explained, readTarget, refuseServed, SENDING, type TargetOptions } from './index-target.ts'
import { openTarget } from './open-target.ts'

/** Options of `docent import`. */
export interface ImportOptions extends Omit<TargetOptions, 'appId' | 'index'> {
  /** The application of the source. */
  appId: string
  /** The index of the source, and here. */
  index: string
  /** The host of the source, if it is not the hosted provider. */
  host?: string
  json?: boolean
}

/** Numbers of an index with its replicas. */
type AllCounts = Counts & { replicas: number }

/** The result of an import. */
interface Imported {
  source: AllCounts
  target: AllCounts
  unsupported: Unsupported[]
  hidden: string[]
  resumed: number
  /** The names of the replicas. */
  replicas: string[]
  /** The address of the index. */
  url: string
  /** Absent where the key of the target may not read keys. */
  searchKey: string | undefined
}

/** Imports the index; returns the exit code. @throws UsageError, or an `Error` of one sentence. */
export async function importCommand(folder: string, options: ImportOptions): Promise<number> {
  const { appId, index, host } = options
  const key = process.env.DOCENT_IMPORT_KEY
  if (!key)
    throw new UsageError(
      'Set DOCENT_IMPORT_KEY to a key of the source with browse, settings and seeUnretrievableAttributes.',
    )
  const target = { ...options, appId: 'docent' }
  // Before the reading, which takes long.
  if (readTarget(target) === undefined) await refuseServed(folder, index, target)
  keepHeapSmall()
  const source = openSource({ appId, index, key, host, onRetry: SENDING.onRetry })
  const data = (await readRunningServer(folder, options.data))?.data ?? makeDataFolder(folder, 'serve', options.data)
  hideFromGit(data)
  const arrived = new Arrived(join(data, 'import', folderName(index)))
  try {
    const read = await readSource(source, arrived, {
      source: JSON.stringify([host ?? '', appId, index]),
      onProgress: showArrived,
      onRestart: (reason) => printError(`${reason}: the records are read again from the first one.`),
    })
    const imported = await write(folder, arrived, read, target)
    if (options.json) print(JSON.stringify({ index, ...imported }, null, 2))
    else printResult(index, imported)
  } catch (error) {
    arrived.close()
    throw error
  }
  arrived.discard()
  return 0
}

async function write(
  folder: string,
  arrived: Arrived,
  { surroundings, resumed }: SourceRead,
  options: TargetOptions & { index: string },
): Promise<Imported> {
  const { index } = options
  const { supported, replicas, unsupported } = divide(surroundings, arrived.refused())
  const content: IndexContent = { ...supported, records: arrived.records() }
  const { transport, url, close } = await openTarget(folder, index, options)
  try {
    const written = arrived.written()
    const target = await writeIndex(transport, index, content, {
      onProgress: SENDING.onProgress,
      written: written?.startsWith(`${url} `) ? written.slice(url.length + 1) : undefined,
      setWritten: (name) => arrived.setWritten(`${url} ${name}`),
    }).catch((error: unknown) => {
      throw explained(error, { url, index })
    })
    const { names, refused } = await writeReplicas(transport, index, replicas).catch((error: unknown) => {
      throw withoutReplicas(error, { url, index })
    })
    return {
      source: {
        records: arrived.count(),
        synonyms: surroundings.synonyms.length,
        rules: surroundings.rules.length,
        replicas: surroundings.replicas.length,
      },
      target: { ...target, replicas: names.length },
      unsupported: [...unsupported, ...refused],
      hidden: hiddenAttributes(surroundings, arrived.records()),
      resumed,
      replicas: names,
      url,
      searchKey: await searchKeyOf(transport, [index, ...names]),
    }
  } finally {
    await close()
  }
}

/** An error of a host with its message and the state of the index; other errors unchanged. */
function withoutReplicas(error: unknown, { url, index }: { url: string; index: string }): unknown {
  if (!(error instanceof SearchError)) return error
  return new Error(
    `${failureAt(url, error)}. The index ${index} is complete, its replicas are not: start the command again to continue.`,
    { cause: error },
  )
}

function showArrived(arrived: number, total: number): void {
  const text = `${count(arrived)} of ${count(total)} records have arrived`
  process.stderr.write(process.stderr.isTTY ? `\r${text}${arrived >= total ? '\n' : ''}` : `${text}\n`)
}

function printResult(
  index: string,
  { source, target, unsupported, hidden, resumed, replicas, url, searchKey }: Imported,
): void {
  for (const kind of ['records', 'synonyms', 'rules', 'replicas'] as const)
    if (kind !== 'replicas' || source.replicas > 0)
      print(`${kind.padEnd(9)} ${count(target[kind])} of ${count(source[kind])}`)
  if (resumed > 0) print(`${plural(resumed, 'record')} had arrived before.`)
  if (unsupported.length > 0) print(['Not supported:', ...unsupportedLines(unsupported)].join('\n'))
  if (hidden.length > 0)
    print(
      `No record has ${visible(hidden.join(', '))}, which the settings hide: with seeUnretrievableAttributes the key would show them.`,
    )
  const { host, protocol } = new URL(url)
  const name = visible(index)
  print(
    [
      `The index ${name} is complete. The site changes two lines, its host and its keys:`,
      `  hosts: [{ url: '${host}', accept: 'readWrite', protocol: '${protocol.slice(0, -1)}' }]`,
      `  appId: 'docent', apiKey: '${searchKey ?? 'SEARCH_KEY'}'`,
      ...(searchKey === undefined
        ? [
            `SEARCH_KEY is a key of that server: docent keys create --acl search ${[index, ...replicas].map((one) => `--index ${visible(one)}`).join(' ')}`,
          ]
        : []),
    ].join('\n'),
  )
}
