/**
 * The OpenSearch server of the tests: the unmodified distribution, a zip file in Maven Central. Maven fetches it once (its settings
 * may name a mirror), and it is kept in the user's cache folder.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unzip } from './unzip.ts'

const VERSION = '3.8.0'
const SHA256 = '196c3cf4602c394f2e40e6174ccbf2a924eae37246f08fa6bbb6b75f9fd5ff1f'
const FILE = `opensearch-${VERSION}.zip`

/** Maximum time (ms) for Maven: the file has 60 MB. */
const FETCH_LIMIT_MS = 240_000

/** The modules that Docent's requests need; without the others a node starts sooner. */
const MODULES: ReadonlySet<string | undefined> = new Set([
  'analysis-common',
  'lang-painless',
  'mapper-extras',
  'parent-join',
  'reindex',
  'transport-netty4',
])

const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent')

/** Whether the distribution is in the cache, or can be fetched. */
export function canHaveDistribution(): boolean {
  return (
    existsSync(join(cacheFolder(), `opensearch-${VERSION}`)) ||
    spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status === 0
  )
}

/** The folder of the distribution, with `lib`, `modules` and `agent`. Throws when it cannot be fetched. */
export async function fetchDistribution(): Promise<string> {
  const cache = cacheFolder()
  const folder = join(cache, `opensearch-${VERSION}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'fetching-'))
  try {
    console.log(`Fetching OpenSearch ${VERSION} from Maven Central …`)
    const zip = join(work, FILE)
    fetchWithMaven(work)
    const hash = await hashOf(zip)
    if (hash !== SHA256) throw new Error(`${FILE} has the hash ${hash} instead of ${SHA256}`)
    unzip(zip, work, isWanted)
    // The last step, and atomic: a folder with this name is complete.
    renameSync(join(work, `opensearch-${VERSION}`), folder)
    return folder
  } catch (error) {
    // Another run may have created it first.
    if (existsSync(folder)) return folder
    throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function isWanted(name: string): boolean {
  const [, top, module] = name.split('/')
  return top === 'modules' ? MODULES.has(module) : top === 'lib' || top === 'agent'
}

/** Fetches the file into the folder. Throws Maven's message on failure. */
function fetchWithMaven(destination: string): void {
  const pom = join(import.meta.dirname, 'pom.xml')
  const args = ['-B', '-q', '-f', pom, 'process-resources', `-Ddestination=${destination}`]
  const { status, stdout, error } = spawnSync('mvn', args, { encoding: 'utf8', timeout: FETCH_LIMIT_MS })
  if (status !== 0)
    throw new Error(`Maven could not fetch ${FILE}: ${error?.message ?? stdout.trim()}`, { cause: error })
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
