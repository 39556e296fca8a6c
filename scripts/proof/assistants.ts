/**
 * Public programs against the endpoint of assistants, unmodified: the protocol's conformance suite in both eras, the command
 * line of its inspector, and its Python client; the inspector and the Python client also start `docent mcp`. The first run installs them
 * into the user's cache folder (Python 3 with `venv` is needed); a run takes two minutes.
 *
 * Most scenarios of the suite call tools and prompts of a demonstration server (`NEEDS_FIXTURE`); those are counted and not judged.
 * Every other check must succeed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { exitCode, nextOutput } from '../../e2e/docent-process.ts'

const VERSIONS = { conformance: '0.2.0-alpha.12', stable: '0.1.16', inspector: '2.12.0', python: '2.3.0' }
const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/cli/src/main.ts')
const docs = join(root, 'docs')
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent')

/**
 * Scenarios of the suite that call tools, prompts or resources of its demonstration server, or need an optional feature that
 * the endpoint does not have: prompts, logging, subscriptions, questions to the user.
 */
const NEEDS_FIXTURE =
  /^server-(?:completion-complete|elicitation-|http-custom-header|input-required-result-|json-schema-2020-12|logging-|prompts-|resources-(?:read|templates|subscribe|unsubscribe)|tools-call-)/

/** Single checks of that kind in the other scenarios. */
const FIXTURE_CHECKS: ReadonlySet<string> = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2549-prompts-list-caching-hints',
])

/** A client that lists the tools and searches, over HTTP and then over standard input. */
const PYTHON = `
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
async def talk(streams):
    async with ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        found = await session.call_tool('search', {'query': 'synonyms'})
        print(tools, found.structured_content['sections'][0]['url'])
async def main():
    async with streamable_http_client(sys.argv[1]) as streams: await talk(streams)
    async with stdio_client(StdioServerParameters(command=sys.argv[2], args=sys.argv[3:])) as streams: await talk(streams)
asyncio.run(main())
`

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

let failures = 0
const folder = mkdtempSync(join(tmpdir(), 'docent-proof-assistants-'))
const server = spawn(process.execPath, [
  main,
  'serve',
  docs,
  '--port',
  '0',
  '--data',
  join(folder, 'data'),
  '--log',
  'off',
])
try {
  const [address = ''] = /http:\S+/.exec(await nextOutput(server, /http:\S+\n/)) ?? []
  const url = `${address}_docent/mcp`
  const alpha = installed('conformance', VERSIONS.conformance)
  conformance(alpha, url, '2026-07-28')
  conformance(alpha, url, '2025-11-25')
  conformance(installed('conformance', VERSIONS.stable), url, undefined)
  inspector(url)
  python(url)
} finally {
  server.kill('SIGTERM')
  await exitCode(server)
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'Everything that applies succeeded.' : `${failures} failures.`)
process.exitCode = failures === 0 ? 0 : 1

/** Runs the suite of one revision; without a revision all scenarios of an older suite. */
function conformance(program: string, url: string, revision: string | undefined): void {
  const out = join(folder, `results-${revision ?? 'stable'}`)
  const args = ['server', '--url', url, '--suite', 'all', '-o', out, ...(revision ? ['--spec-version', revision] : [])]
  spawnSync(process.execPath, [join(program, 'node_modules/.bin/conformance'), ...args], { stdio: 'ignore' })
  const counts = { succeeded: 0, fixtures: 0, failed: 0 }
  const files = globSync('**/checks.json', { cwd: out })
  for (const file of files) {
    const checks = JSON.parse(readFileSync(join(out, file), 'utf8')) as Check[]
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'SUCCESS') counts.succeeded++
      if (status !== 'FAILURE') continue
      if (NEEDS_FIXTURE.test(basename(dirname(file))) || FIXTURE_CHECKS.has(id)) counts.fixtures++
      else {
        counts.failed++
        console.error(`  ${file}: ${id}: ${errorMessage}`)
      }
    }
  }
  report(
    `conformance ${revision ?? `of the suite ${VERSIONS.stable}`}`,
    files.length > 0 && counts.failed === 0,
    `${files.length} scenarios, ${counts.succeeded} checks succeeded, ${counts.failed} failed, ${counts.fixtures} need the demonstration server`,
  )
}

/** Lists the tools and searches, over HTTP and standard input. */
function inspector(url: string): void {
  const program = join(installed('inspector', VERSIONS.inspector), 'node_modules/.bin/mcp-inspector')
  const targets = { http: [url, '--transport', 'http'], stdio: [process.execPath, main, 'mcp', docs] }
  for (const [name, target] of Object.entries(targets)) {
    const call = (...args: string[]): string =>
      spawnSync(process.execPath, [program, '--cli', ...target, ...args], { encoding: 'utf8' }).stdout
    const tools = call('--method', 'tools/list')
    const found = call('--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=synonyms')
    report(`inspector over ${name}`, /"outline"/.test(tools) && /synonyms-and-rules/.test(found), '')
  }
}

function python(url: string): void {
  const environment = join(cache, `mcp-python-${VERSIONS.python}`)
  const interpreter = join(environment, 'bin/python')
  if (!existsSync(interpreter)) {
    run('python3', ['-m', 'venv', environment])
    run(join(environment, 'bin/pip'), ['install', '--quiet', `mcp==${VERSIONS.python}`])
  }
  const args = ['-c', PYTHON, url, process.execPath, main, 'mcp', docs]
  const { stdout, stderr } = spawnSync(interpreter, args, { encoding: 'utf8' })
  const answers = stdout.match(/\['search', 'read', 'outline'\] \S*synonyms-and-rules/g) ?? []
  report('Python client over http and stdio', answers.length === 2, answers.length === 2 ? '' : stderr)
}

/** The folder of a program of the protocol, installed once. */
function installed(name: string, version: string): string {
  const target = join(cache, `mcp-${name}-${version}`)
  if (existsSync(join(target, 'node_modules/.bin'))) return target
  console.log(`Installing @modelcontextprotocol/${name} ${version} …`)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', ...flags, `@modelcontextprotocol/${name}@${version}`], target)
  return target
}

function report(what: string, isGood: boolean, more: string): void {
  if (!isGood) failures++
  console.log(`${isGood ? 'passed' : 'FAILED'}  ${what}${more === '' ? '' : `: ${more}`}`)
}

function run(command: string, args: string[], cwd = root): void {
  if (spawnSync(command, args, { cwd, stdio: 'inherit' }).status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed`)
}
