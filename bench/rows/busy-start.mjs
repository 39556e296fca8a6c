/**
 * The first search after `npm start` on a machine with eight other busy processes, from the address on the terminal to the answer.
 * The folder is Docent's documentation. On a first start its index is built; started again, the index exists. The code comes from
 * the compile cache, as in all starts but the first one of a checkout. npm itself and the check of the dependencies are left out.
 */
import { spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const BUSY = 8
/** Searches that follow the first one at once. */
const BURST = 16
const here = dirname(dirname(import.meta.dirname))

export const work = 'first search after `npm start` beside eight busy processes'
export const limits = {
  'first start, first search s': { atMost: 1 },
  'started again, first search s': { atMost: 1 },
  'refused searches': { atMost: 0 },
}

export async function measure({ checkout, folder }) {
  const docs = join(folder, 'docs')
  cpSync(join(here, 'docs'), docs, { recursive: true, filter: (path) => !path.includes('.docent') })
  // Fills the compile cache.
  await startAndSearch(checkout, docs)
  rmSync(join(docs, '.docent'), { recursive: true, force: true })
  // In the same session: Linux shares the processor between sessions first, where it groups processes by session.
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    const first = await startAndSearch(checkout, docs)
    const again = await startAndSearch(checkout, docs)
    return {
      'first start, first search s': first.searchMs / 1000,
      'started again, first search s': again.searchMs / 1000,
      'first start, start to answer s': (first.addressMs + first.searchMs) / 1000,
      'started again, start to answer s': (again.addressMs + again.searchMs) / 1000,
      'refused searches': first.refused + again.refused,
    }
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
}

/** Times in ms: from the start to the address, and from there to the answer of the first search. */
async function startAndSearch(checkout, docs) {
  const begun = performance.now()
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', docs, '--port', '0', '--quiet']
  const env = { ...process.env, NODE_COMPILE_CACHE: join(checkout, 'node_modules', '.cache', 'node') }
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  try {
    const url = await addressOf(child)
    const addressMs = performance.now() - begun
    const { searchKey } = JSON.parse(readFileSync(join(docs, '.docent', 'dev', 'server.json'), 'utf8'))
    const search = async (query) => {
      const response = await fetch(`${url}1/indexes/docs/query`, {
        method: 'POST',
        headers: { 'x-algolia-api-key': searchKey, 'x-algolia-application-id': 'docent' },
        body: JSON.stringify({ query }),
      })
      await response.arrayBuffer()
      return response.status
    }
    const status = await search('configuration')
    const searchMs = performance.now() - begun - addressMs
    const others = await Promise.all(Array.from({ length: BURST }, (_, at) => search('configuration'.slice(0, at + 1))))
    return { addressMs, searchMs, refused: [status, ...others].filter((each) => each !== 200).length }
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

/** The address that a command prints. */
async function addressOf(child) {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      printed += text
      const url = /http:\S+/.exec(printed)?.[0]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)))
  })
}
