/**
 * Schemathesis, a tester of APIs from PyPI, against the API's own description: its requests must not cause errors of the
 * server, and every answer must conform to the description. The first run installs it into a virtual environment in
 * the user's cache folder (it needs Python 3 with `venv`); a run takes about two minutes. Further arguments are those of
 * Schemathesis: `npm run proof -- schemathesis --max-examples 500`.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createApi, isAdmin, listen, openEmbeddedBackend } from '@docent/server'

const VERSION = '4.32.5'
/** The checks: an answer of 5xx fails, and so does a status, a type or a body that is not described. */
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
const EXAMPLES = '40'

const environment = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent', `schemathesis-${VERSION}`)
const tool = join(environment, 'bin', 'schemathesis')
if (!existsSync(tool)) {
  console.log('Installing schemathesis …')
  run('python3', ['-m', 'venv', environment])
  run(join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`])
}

const data = mkdtempSync(join(tmpdir(), 'docent-schemathesis-'))
const backend = await openEmbeddedBackend({ dataDir: data })
const failures: string[] = []
const api = createApi(backend, { log: ({ level, message }) => void (level === 'error' && failures.push(message)) })
const server = await listen(api.fetch, { host: '127.0.0.1', port: 0 })
const key = (await backend.keys.list()).find(isAdmin)?.value ?? ''
await backend.replaceRecords('docs', [{ objectID: '1', title: 'Install', lang: 'en' }], {
  attributesForFaceting: ['searchable(lang)'],
})
const code = await test()
await server.close()
await backend.close()
rmSync(data, { recursive: true, force: true })
for (const failure of failures) console.error(failure)
process.exitCode = code === 0 && failures.length === 0 ? 0 : 1

/** Runs the tool while this process answers it; resolves with its exit code. */
async function test(): Promise<number> {
  const url = `http://127.0.0.1:${server.port}/_docent/openapi.json`
  const args = ['run', url, '--checks', CHECKS, '--max-examples', EXAMPLES, '--phases', 'examples,coverage,fuzzing']
  const credentials = ['-H', `x-algolia-api-key: ${key}`, '-H', 'x-algolia-application-id: docent']
  const child = spawn(tool, [...args, ...credentials, ...process.argv.slice(2)], { stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', (exitCode) => resolve(exitCode ?? 1)))
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
