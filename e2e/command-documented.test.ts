// @module-tag long
/** The reference of the command line has the options of each command, in the section of the command. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { run } from './docent-process.ts'

const page = (name: string): string => readFileSync(join(import.meta.dirname, '../docs/reference', name), 'utf8')
const [BEGINNING = '', ...SECTIONS] = page('cli.md').split(/^## docent /m)

const sectionOf = (command: string): string => SECTIONS.find((section) => section.startsWith(command)) ?? ''

/** Texts with options that several commands have, which are described once: a dev server, the cluster, a crawl. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  dev: [sectionOf('[folder]')],
  serve: [sectionOf('[folder]')],
  index: [page('crawl.md')],
}

/** The names that the help of a command lists. */
async function listed(names: RegExp, ...command: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(...command, '--help')
  expect(code, stderr).toBe(0)
  const [help = ''] = stdout.split(/^Examples?:/m)
  return Array.from(help.matchAll(names), ([, name = '']) => name).filter((name) => !/^(?:--)?help$/.test(name))
}

const COMMAND = /^ {2}([a-z]+)(?= )/gm
const OPTION = /^ {2}(?:-\w, )?(--[\w-]+)/gm

/** By command, its options; `keys` has those of its own commands. */
const optionsOf = new Map<string, Set<string>>()

beforeAll(async () => {
  for (const name of await listed(COMMAND)) {
    const inner = name === 'keys' ? await listed(COMMAND, name) : []
    const calls = inner.length === 0 ? [[name]] : inner.map((one) => [name, one])
    const options: string[] = []
    for (const call of calls) options.push(...(await listed(OPTION, ...call)))
    optionsOf.set(name, new Set(options))
  }
}, 120_000)

test('every option is described', () => {
  expect([...optionsOf.keys()]).toEqual(expect.arrayContaining(['dev', 'serve', 'build', 'index', 'keys', 'restore']))
  const missing = [...optionsOf].flatMap(([command, options]) => {
    const texts = [BEGINNING, sectionOf(command), ...(SHARED[command] ?? [])]
    // The section of `serve` describes the cluster, for all commands that use stored data.
    if (options.has('--backend')) texts.push(sectionOf('serve'))
    const described = new Set(texts.flatMap((text) => text.match(/(?<=`|### )--[\w-]+/g) ?? []))
    return [...options].filter((option) => !described.has(option)).map((option) => `${command} ${option}`)
  })
  expect(missing).toEqual([])
})

test('no option is described that its command does not have', () => {
  const others = SECTIONS.flatMap((section) => {
    const [name = ''] = section.split(/\s/)
    const options = optionsOf.get(name === '[folder]' ? 'dev' : name)
    const rows = Array.from(section.matchAll(/^(?:\| `|### )(--[\w-]+)/gm), ([, option = '']) => option)
    return rows.filter((option) => options?.has(option) !== true).map((option) => `${name} ${option}`)
  })
  expect(others).toEqual([])
})
