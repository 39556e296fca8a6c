import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { folderOf } from '../testing/folder-of.ts'
import { type ReadProgram, readProgram } from './read-program.ts'
import { plainOf, type Value } from './value.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The value as JSON, with the line in brackets for an unreadable part. */
function plain(value: Value | undefined): unknown {
  if (value === undefined) return undefined
  if (value.kind === 'plain') return value.value
  if (value.kind === 'list') return value.items.map(plain)
  if (value.kind === 'table') return Object.fromEntries([...value.entries].map(([key, one]) => [key, plain(one)]))
  if (value.kind === 'call') return { [value.name]: value.args.map(plain) }
  return `(${value.kind} ${value.at.line})`
}

function read(files: Record<string, string>, name = 'config.ts'): ReadProgram {
  folder = folderOf(files)
  return readProgram(join(folder, name), { roots: [folder], closed: [] })
}

function valueOf(source: string, others: Record<string, string> = {}, name = 'config.ts'): unknown {
  return plain(read({ [name]: source, ...others }, name).value)
}

describe('values that the text determines', () => {
  test.each([
    [
      'literals',
      "export default { a: 'x', 'b-c': [1, -2, true, null, `t`], ['d' + 1]: undefined }",
      { a: 'x', 'b-c': [1, -2, true, null, 't'], d1: undefined },
    ],
    [
      'functions with conditions: the known part, else the part behind it',
      'const home = false\nfunction a() { if (home) return [1]\n warn()\n return [2] }\nfunction b() { let x = [3]\n if (env()) { return [] }\n return [...x, 4] }\nexport default [...a(), ...b()]',
      [2, 3, 4],
    ],
    [
      'no function that changes its names',
      'function a() { let x = [1]\n x.push(2)\n return x }\nexport default { a: a() }',
      { a: '(unreadable 1)' },
    ],
    [
      'constants, members and templates',
      'const o = { p: ["q"] }\nconst { p } = o\nexport default [o.p[0], `${p[0]}!`]',
      ['q', 'q!'],
    ],
    [
      'spreads',
      'const a = [1], o = { x: 1, y: 1 }\nexport default { ...o, y: [...a, 2, ...[]], ...undefined }',
      { x: 1, y: [1, 2] },
    ],
    [
      'known conditions',
      'const on = false\nexport default [on ? 1 : 2, on && 3, on || 4, null ?? 5, !on]',
      [2, false, 4, 5, true],
    ],
    [
      'the rest of an argument',
      'const make = ({ a = 1, ...rest }) => ({ ...rest, a })\nexport default [{ b: 2 }, { a: 3, c: 4 }].map((one) => make(one))',
      [
        { a: 1, b: 2 },
        { a: 3, c: 4 },
      ],
    ],
    [
      'functions that only return a value',
      'export default { a: f("x"), b: g(), c: ((n = 2) => n)() }\nfunction f(t: string) { const u = t + "y"; return { u } }\nconst g = ({ z } = { z: 1 }) => [z]',
      { a: { u: 'xy' }, b: [1], c: 2 },
    ],
    [
      'lists joined',
      'const l = ["a"]\nexport default l.concat("b", [["c"]]).flat().flatMap((s) => [{ s }, s])',
      [{ s: 'a' }, 'a', { s: 'b' }, 'b', { s: 'c' }, 'c'],
    ],
    [
      'types',
      'interface X { a: string }\nexport default { a: "x"!, b: 1 as const, c: [] satisfies X[] } as unknown as X',
      { a: 'x', b: 1, c: [] },
    ],
    ['helpers of packages', "import { defineConfig } from 'x'\nexport default defineConfig({ a: 1 })", { a: 1 }],
    [
      'a function that its tool calls',
      'export default async ({ mode }) => ({ a: 1, b: mode })',
      { a: 1, b: '(unreadable 1)' },
    ],
    [
      'calls of unknown functions',
      "import star, { x as y } from 'star'\nexport default [star({ a: 1 }), y(2)]",
      [{ star: [{ a: 1 }] }, { x: [2] }],
    ],
  ])('%s', (_, source, expected) => {
    expect(valueOf(source)).toEqual(expected)
  })
  test('CommonJS', () => {
    const source = "const { b } = require('./b')\nmodule.exports = { a: [...b, ...require('./b').b] }"
    expect(valueOf(source, { 'b.js': 'exports.b = [1]' }, 'config.js')).toEqual({ a: [1, 1] })
  })
  test('imports of files beside it: named, default, namespace, JSON, re-exported, circular', () => {
    const source =
      "import d, { n } from './d'\nimport * as all from './d.js'\nimport j from './j.json' with { type: 'json' }\nimport { far, e } from './more'\nexport default [d, n, all.n, j.k, far, e]"
    const others = {
      'd.ts': "import me from './config'\nexport const n: number = 1\nexport default 'd'\nexport const o = me",
      'j.json': '{ "k": 2 }',
      'more/index.ts': "export { n as far } from '../d'\nexport * from './e'",
      'more/e.ts': 'export const e = 3',
    }
    expect(valueOf(source, others)).toEqual(['d', 1, 1, 2, 1, 3])
  })
})

describe('values that the text does not determine are marked with their line', () => {
  test.each([
    ['a call', 'const x = readdirSync(".")\nexport default { x, y: 1 }', { x: '(unreadable 1)', y: 1 }],
    [
      'a value that is changed later',
      'const l = [1]\nl.push(2)\nlet m = 1\nm = 2\nexport default [l, m]',
      ['(unreadable 1)', '(unreadable 3)'],
    ],
    [
      'a list to which a condition adds entries keeps the others',
      'const l = [1]\nif (import.meta.env.DEV) {\n  l.push(2)\n}\nconst m = [1]\nif (a) m.pop()\nexport default [l, m]',
      [[1], '(unreadable 5)'],
    ],
    [
      'a function with side effects',
      'function f() {\n  console.log()\n  return 1\n}\nexport default [f()]',
      ['(unreadable 1)'],
    ],
    ['an unknown condition', 'export default [process.env.X ? 1 : 2]', ['(unreadable 1)']],
    ['a name in its own value', 'const a = [b], b = [a]\nexport default a', [['(unreadable 1)']]],
    ['a function without an end', 'const f = (n) => [f(n)]\nexport default f(1) ? 1 : 2', 1],
  ])('%s', (_, source, expected) => {
    expect(valueOf(source)).toEqual(expected)
  })
  test('a file outside the folder, in node_modules, or that is not a program', () => {
    const files = {
      'in/config.ts':
        "import { a } from '../a'\nimport { b } from './node_modules/b/b'\nimport c from './c.txt'\nexport default [a, b, c]",
      'a.ts': 'export const a = 1',
      'in/node_modules/b/b.ts': 'export const b = 1',
      'in/c.txt': 'x',
    }
    folder = folderOf(files)
    const { value, files: found } = readProgram(join(folder, 'in/config.ts'), {
      roots: [join(folder, 'in')],
      closed: [],
    })
    expect(plain(value)).toEqual(['(unreadable 1)', '(unreadable 2)', '(unreadable 3)'])
    expect(found).toHaveLength(1)
  })
  test('an invalid program has no value, and a fault with its line', () => {
    const { value, fault } = read({ 'config.ts': 'const a = 1\nexport default {\n  a: ]\n}' })
    expect(value).toBeUndefined()
    expect(fault).toMatchObject({ at: { file: join(folder, 'config.ts'), line: 3 } })
  })
})

const names = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join()

test.each([
  ['parameters', `const f = (${names(1000)}) => 1`, 'f()'],
  ['destructured parameters', `const f = ({ ${names(1000)} }) => 1`, 'f()'],
  ['arguments', `const l = [${'1,'.repeat(1000)}], f = () => 1`, 'f(...l)'],
])('a thousand calls with many %s come to an end', (_, first, call) => {
  folder = folderOf({ 'config.js': `${first}\nexport default [${`${call}, `.repeat(1000)}]` })
  const { value } = readProgram(join(folder, 'config.js'), { roots: [folder], closed: [] })
  const kinds = value?.kind === 'list' ? value.items.map(({ kind }) => kind) : [value?.kind]
  expect([...new Set(kinds)].at(-1)).toBe('unreadable')
})

test.each([
  ['texts', "const s0 = 'ab'", (at: number) => `const s${at} = s${at - 1} + s${at - 1}`],
  ['templates', "const s0 = 'ab'", (at: number) => `const s${at} = \`\${s${at - 1}}\${s${at - 1}}\``],
  ['lists in lists', 'const s0 = [1, 2]', (at: number) => `const s${at} = [s${at - 1}, s${at - 1}]`],
  ['spread lists', 'const s0 = [1, 2]', (at: number) => `const s${at} = [...s${at - 1}, ...s${at - 1}]`],
  ['joined lists', 'const s0 = [1, 2]', (at: number) => `const s${at} = s${at - 1}.concat(s${at - 1})`],
  ['tables', 'const s0 = { a: 1 }', (at: number) => `const s${at} = { a: s${at - 1}, b: s${at - 1} }`],
  ['calls', 'const s0 = () => 1', (at: number) => `const s${at} = () => [s${at - 1}(), s${at - 1}()]`],
])('constants that multiply come to an end: %s', (_, first, next) => {
  const lines = Array.from({ length: 40 }, (_, at) => next(at + 1))
  folder = folderOf({ 'config.js': [first, ...lines, 'export default { sidebar: s40 }'].join('\n') })
  const { value } = readProgram(join(folder, 'config.js'), { roots: [folder], closed: [] })
  expect(JSON.stringify(plainOf(value) ?? null).length).toBeLessThan(5_000_000)
})
