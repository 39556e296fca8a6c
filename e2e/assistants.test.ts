/**
 * Assistants with the protocol's official client: a server, a docs folder and a static site over standard input, each in
 * both eras of the protocol. All of them give the same sections.
 */
import { createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { MAIN, nextOutput, run, start, stopAll } from './docent-process.ts'
import { serveFiles } from './file-server.ts'

const folder = folderOf()
const docs = join(folder, 'docs')
const out = join(folder, 'out')
const clients: Client[] = []
let host: Server
let site = ''
let served = ''

/** A page with many different words, so that the index of the static site is cut into parts. */
function machine(number: number): string {
  const words = Array.from({ length: 400 }, (_, word) => `word${((number * 97 + word) * 7919) % 9973}`)
  return `# Machine ${number}\n\nA machine with a turbine.\n\n## Start machine ${number}\n\nOpen valve ${number} of the machine. ${words.join(' ')}\n`
}

beforeAll(async () => {
  mkdirSync(join(docs, 'guide'), { recursive: true })
  for (let number = 0; number < 80; number++) writeFileSync(join(docs, `machine-${number}.md`), machine(number))
  writeFileSync(join(docs, 'index.md'), '# Turbines\n\nThe handbook of turbines.\n')
  writeFileSync(
    join(docs, 'guide/valve.md'),
    '# Valves\n\nHow valves close.\n\n## Grease the valve\n\nUse <!-- ignore this --> grease.\n\n```sh\ngrease --valve\n```\n',
  )
  writeFileSync(join(docs, 'docent.config.json'), '{ "title": "Turbines" }')
  expect(await run('build', docs, '--out', out, '--base', '/docs/')).toMatchObject({ code: 0 })
  ;({ server: host, url: site } = await serveFiles(out, '/docs/'))
  const child = start('serve', docs, '--port', '0', '--data', join(folder, 'data'), '--log', 'off')
  const [address = ''] = /http:\S+/.exec(await nextOutput(child, /http:\S+\n/)) ?? []
  served = `${address}_docent/mcp`
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await stopAll()
  host.close()
})

type Era = 'legacy' | 'modern'

function newClient(era: Era): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  clients.push(client)
  return client
}

async function overHttp(era: Era): Promise<Client> {
  const client = newClient(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(served)))
  return client
}

async function overStdio(source: string, era: Era = 'modern'): Promise<Client> {
  const client = newClient(era)
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', source] }))
  return client
}

interface Found {
  answered: boolean
  sections: { url: string; text: string; trail: string[] }[]
  nearest?: { url: string }[]
}

async function search(client: Client, query: string): Promise<Found> {
  const { structuredContent, content, isError } = await client.callTool({ name: 'search', arguments: { query } })
  expect(isError, JSON.stringify(content)).toBeFalsy()
  expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent)
  return structuredContent as unknown as Found
}

const pathsOf = ({ sections }: Found): string[] =>
  sections.map(({ url }) => url.replace(/^(?:https?:\/\/[^/]+)?(?:\/docs)?/, ''))

describe.each<Era>(['legacy', 'modern'])('a server, %s', (era) => {
  test('has three tools that only read, with schemas and icons', async () => {
    const client = await overHttp(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'outline'])
    for (const tool of tools)
      expect(tool).toMatchObject({
        annotations: { readOnlyHint: true, destructiveHint: false },
        outputSchema: { type: 'object' },
        icons: [{ mimeType: 'image/svg+xml' }],
      })
  })

  test('finds a section, reads it, and says where these docs do not say', async () => {
    const client = await overHttp(era)
    const { sections } = await search(client, 'grease the valve')
    expect(sections[0]).toMatchObject({ trail: ['Guide', 'Valves', 'Grease the valve'] })
    const read = await client.callTool({ name: 'read', arguments: { url: sections[0]?.url } })
    expect(read.structuredContent).toMatchObject({
      text: '## Grease the valve\n\nUse  grease.\n\n```sh\ngrease --valve\n```',
      removed: '<!-- ignore this -->'.length,
    })
    expect(await search(client, 'mortgage interest in Liechtenstein')).toMatchObject({ answered: false, sections: [] })
  })

  test('refuses wrong arguments with a sentence', async () => {
    const client = await overHttp(era)
    const unknown = await client.callTool({ name: 'search', arguments: { query: 'valve', version: '9' } })
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: 'There is no version "9": these docs have current.' }],
    })
    const tooMany = await client.callTool({ name: 'search', arguments: { query: 'valve', tokens: 20_001 } })
    expect(tooMany.isError).toBe(true)
  })

  test('completes the parts of the address of a page, and reads it as a resource', async () => {
    const client = await overHttp(era)
    const { resourceTemplates } = await client.listResourceTemplates()
    const uri = resourceTemplates[0]?.uriTemplate ?? ''
    const complete = async (name: string, value: string, given: Record<string, string> = {}): Promise<string[]> => {
      const argument = { name, value }
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri },
        argument,
        context: { arguments: given },
      })
      return completion.values
    }
    expect(await complete('version', '')).toEqual(['current'])
    expect(await complete('section', 'gu')).toEqual(['Guide'])
    expect(await complete('page', '', { section: 'Guide' })).toEqual(['guide/valve'])
    const { contents } = await client.readResource({ uri: 'docs://page/en/current/Guide/guide%2Fvalve' })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('# Valves') })
    await expect(client.readResource({ uri: 'docs://page/en/current/Guide/nowhere' })).rejects.toThrow(/not found/i)
  })
})

test('a secured key shows search, pages and outline through its filters', async () => {
  const description = (await (await fetch(served.replace(/mcp$/, 'docs.json'))).json()) as {
    search: { apiKey: string }
  }
  const restrictions = `filters=${encodeURIComponent('hierarchy.lvl0:Guide')}`
  const digest = createHmac('sha256', description.search.apiKey).update(restrictions).digest('hex')
  const key = Buffer.from(digest + restrictions).toString('base64')
  const client = newClient('modern')
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(served), { requestInit: { headers } }))
  expect(pathsOf(await search(client, 'grease the valve'))).toEqual(['/guide/valve#grease-the-valve'])
  expect((await search(client, 'start machine 3')).sections).toEqual([])
  const outline = await client.callTool({ name: 'outline', arguments: {} })
  expect(outline.structuredContent).toMatchObject({ pages: 1, entries: [{ title: 'Guide' }, { title: 'Valves' }] })
  const own = await client.callTool({ name: 'read', arguments: { url: '/guide/valve' } })
  expect(own.structuredContent).toMatchObject({ text: expect.stringContaining('grease --valve') })
  const hidden = await client.callTool({ name: 'read', arguments: { url: '/machine-3' } })
  expect(hidden).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('There is no page') }] })
})

describe('without a server', () => {
  test('a docs folder, a folder of the static site, and the site itself give the sections of the server', async () => {
    expect(
      readdirSync(join(out, '_docent/search')).some((name) => !name.endsWith('.bin')),
      'an index in parts',
    ).toBe(true)
    const server = await overHttp('modern')
    const others = await Promise.all([overStdio(docs), overStdio(out), overStdio(site), overStdio(out, 'legacy')])
    for (const query of [
      'grease the valve',
      'open valve 17 of the machine',
      'start machine 3',
      'how do valves close',
    ]) {
      const wanted = pathsOf(await search(server, query))
      expect(wanted).not.toEqual([])
      for (const client of others) expect(pathsOf(await search(client, query)), query).toEqual(wanted)
    }
  })

  test('a static site has its pages and its navigation', async () => {
    const client = await overStdio(site)
    const outline = await client.callTool({ name: 'outline', arguments: { section: 'Guide' } })
    expect(outline.structuredContent).toMatchObject({
      title: 'Turbines',
      entries: [{ title: 'Guide' }, { title: 'Valves', url: `${site}guide/valve` }],
    })
    const read = await client.callTool({ name: 'read', arguments: { url: `${site}guide/valve#grease-the-valve` } })
    expect(read.structuredContent).toMatchObject({ text: expect.stringContaining('grease --valve') })
    const outside = await client.callTool({ name: 'read', arguments: { url: '/../../etc/passwd' } })
    expect(outside.isError).toBe(true)
  })

  test('a docs folder is read again after a change', { tags: 'long' }, async () => {
    const client = await overStdio(docs)
    expect((await search(client, 'flywheel governor')).answered).toBe(false)
    writeFileSync(join(docs, 'guide/governor.md'), '# Flywheel governor\n\nThe flywheel governor limits the speed.\n')
    await expect.poll(async () => pathsOf(await search(client, 'flywheel governor'))[0]).toBe('/guide/governor')
  })

  test.each([
    ['http://docs.example.com', 'is not encrypted'],
    [join(folder, 'nowhere'), 'nowhere'],
  ])('%s is refused with a sentence', async (source, message) => {
    const { code, stdout, stderr } = await run('mcp', source)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

describe('the documentation', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/guide/assistants.md'), 'utf8')
  /** Addresses, and commands with their arguments. */
  const entries = [...page.matchAll(/```(json|text)\n([^]*?)```/g)].flatMap(([, kind, text = '']) =>
    kind === 'json' ? entriesOf(JSON.parse(text)) : commandLine(text.trim()),
  )

  /** The entries of a configuration, under any of the names that assistants use. */
  function entriesOf(configuration: Record<string, Record<string, Record<string, unknown>>>): (string | string[])[] {
    const servers = configuration['mcpServers'] ?? configuration['servers'] ?? configuration['context_servers'] ?? {}
    return Object.values(servers).map(({ url, httpUrl, serverUrl, command, args }) => {
      const address = url ?? httpUrl ?? serverUrl
      return typeof address === 'string' ? address : [String(command), ...(args as string[])]
    })
  }

  function commandLine(text: string): (string | string[])[] {
    const [, command] = / -- (.*)$/.exec(text) ?? []
    const [, address] = /(https:\S+_docent\/mcp)/.exec(text) ?? []
    return command === undefined ? (address === undefined ? [] : [address]) : [command.split(' ')]
  }

  test('has an entry for each assistant, with and without a server', () => {
    const isAddress = (entry: string | string[]): boolean => typeof entry === 'string'
    expect([entries.filter(isAddress).length, entries.filter((entry) => !isAddress(entry)).length]).toEqual([7, 5])
  })

  const different = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]

  test.for(different.map((entry) => [entry]))('%j connects', { tags: 'long' }, async ([entry]) => {
    if (typeof entry === 'string') {
      expect(entry).toBe('https://docs.example.com/_docent/mcp')
      return expect((await (await overHttp('modern')).listTools()).tools).toHaveLength(3)
    }
    const [command, subcommand, source = ''] = entry ?? []
    expect([command, subcommand]).toEqual(['docent', 'mcp'])
    const client = await overStdio(source === 'docs' ? docs : source.replace('https://docs.example.com', site))
    expect((await client.listTools()).tools).toHaveLength(3)
  })
})
