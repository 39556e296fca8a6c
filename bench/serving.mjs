/** Starts `served.mjs` and sends it messages, for `server.mjs` and `load.mjs`. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readQueries } from '../packages/cli/src/eval/queries.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** The folder of the shared relevance sets; `undefined` if it is not beside the repository. */
export function sharedCorpus(name) {
  const file = join(here, '../../shared/relevance/dev', name)
  return existsSync(`${file}.records.jsonl.gz`)
    ? { records: `${file}.records.jsonl.gz`, queries: `${file}.queries.dev.jsonl` }
    : undefined
}

/**
 * A server in its own process, with the sources of a checkout (default: this one); `nodeArgs` are options of Node. It computes each
 * answer anew unless `keepsAnswers`.
 */
export async function startServer(
  dataDir,
  { records, count, nodeArgs = [], checkout = dirname(here), keepsAnswers = false } = {},
) {
  const args = [checkout, dataDir, ...(records ? [records, String(count ?? '')] : [])]
  const child = fork(join(here, 'served.mjs'), args, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc', ...nodeArgs],
    // As in the `docent` command: from the second start on, the code comes from the compile cache.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
      ...(keepsAnswers && { DOCENT_BENCH_KEEPS_ANSWERS: '1' }),
    },
  })
  const logged = []
  child.on('message', (message) => message.log !== undefined && logged.push(message.log))
  const answerTo = async (name) => {
    for (;;) {
      const [message] = await once(child, 'message')
      if (name in message) return message
    }
  }
  const ask = async (message) => {
    const answer = answerTo(message.do)
    child.send(message)
    return (await answer)[message.do]
  }
  const started = await answerTo('port')
  return {
    ...started,
    url: `http://127.0.0.1:${started.port}`,
    logged,
    pid: child.pid,
    /** CPU milliseconds of the process so far, all threads. */
    cpuMs: async () => {
      const { user, system } = await ask({ do: 'cpu' })
      return (user + system) / 1000
    },
    /** Delays of the HTTP thread's event loop in ms, since the last call: p50, p99, longest. */
    delays: () => ask({ do: 'delays' }),
    /** Memory in bytes, by default after a garbage collection. */
    memory: ({ collect = true } = {}) => ask({ do: 'memory', collect }),
    setConstant: (bytes) => ask({ do: 'constant', bytes }),
    close: async () => {
      const exit = once(child, 'exit')
      child.send({ do: 'close' })
      await exit
    },
  }
}

/** The parameters of a query as @docsearch/react 5 sends them. */
export const docsearchParams = (query) => ({
  query,
  attributesToRetrieve: [...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`), 'content', 'type', 'url'],
  attributesToSnippet: [...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:15`), 'content:15'],
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
  hitsPerPage: 20,
  clickAnalytics: false,
})

/** Requests for `open-loop.mjs`, one for each query of the file. */
export async function docsearchRequests(file, server) {
  return requestsOf(await queriesOf(file), server)
}

/** The texts of the whole queries of a file. */
export async function queriesOf(file) {
  return (await readQueries(file)).filter(({ set }) => set !== 'keystrokes').map(({ query }) => query)
}

/** A request for each query; `more` gives further parameters of one by its place in the list. */
export function requestsOf(queries, { searchKey }, more = () => ({})) {
  const path = `/1/indexes/*/queries?x-algolia-api-key=${searchKey}&x-algolia-application-id=docent`
  const headers = { 'content-type': 'text/plain' }
  return queries.map((query, at) => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ requests: [{ indexName: 'docs', ...docsearchParams(query), ...more(at) }] }),
  }))
}
