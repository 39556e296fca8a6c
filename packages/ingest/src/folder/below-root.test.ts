import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderOf, putFiles } from '../testing/folder-of.ts'
import { encodePath, fileIn, includableIn, isPrivate, type NameForm, readArea, segmentsBelow } from './below-root.ts'
import { siteAddress } from './site-address.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const top = folderOf()
const root = join(top, 'root')

const put = (path: string): void => putFiles(top, { [path]: path })

const SECRETS = ['.env', '.git/config', '.docent/server.json', 'node_modules/x/index.js', 'data/server.json', 'a/.env']
for (const path of SECRETS) put(`root/${path}`)
for (const path of ['x.md', 'a/x.md', 'a/b/x.md', 'a/%2e%2e', 'a/%2fx', 'con', 'C:', 'a b', '…']) put(`root/${path}`)
put('beside/x.md')
put('rooted/x.md')
for (const [link, target] of [
  ['root/out', '../beside'],
  ['root/out.md', '../beside/x.md'],
  ['root/in', 'a/b'],
  ['root/in.md', 'a/x.md'],
  ['root/env.md', '.env'],
  ['root/key', 'data/server.json'],
  ['root/a/up', '..'],
  ['root/loop', 'loop'],
] as const)
  symlinkSync(target, join(top, link))

/** Pieces of hostile names, which open other folders on some system, in some spelling or after some decoding. */
const piece = fc.constantFrom(
  '..',
  '.',
  '',
  'a',
  'b',
  'x.md',
  'in',
  'out',
  'up',
  'loop',
  'in.md',
  'out.md',
  'env.md',
  'key',
  'data',
  'con',
  'C:',
  '.env',
  '.ENV',
  '.git',
  '．git',
  '․git',
  '.g\u200Cit',
  '\u200C.git',
  '.docent',
  'DOCENT~1',
  'GIT~1',
  'NODE_MODULES',
  'node_modules',
  'node_modules.',
  'node_modules ',
  'server.json',
  'config',
  'root',
  'rooted',
  'beside',
  'a b',
  '…',
  '%2e%2e',
  '%2E.',
  '%252e%252e',
  '%2f',
  '..%2f..',
  '%5c',
  '..\\..',
  '\\',
  '%00',
  '\0',
  '%',
  '%zz',
  'nul.txt',
  'aux',
  'com1',
  'a:b',
  'a.',
  'a ',
  'é',
  'e\u0301',
  '\uD800',
  'x'.repeat(251),
  'é'.repeat(126),
  '?',
  '#',
)
const name = fc
  .tuple(fc.constantFrom('', '/', '//', './'), fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 8 }))
  .map(([start, pieces]) => start + pieces.join('/'))
/** Names that usually lead to a file or folder. */
const plausible = fc
  .array(fc.constantFrom('a', 'b', 'in', 'up', '..', '.', 'x.md', 'in.md', 'out', 'data', 'key', '.env'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => pieces.join('/'))
const form: fc.Arbitrary<NameForm> = fc.record({
  from: fc.constantFrom([], ['a'], ['a', 'b']),
  encoded: fc.boolean(),
  clamp: fc.boolean(),
  windows: fc.boolean(),
})
/** More cases than other properties, because each is one short path. */
const RUNS = propertyRuns(2.5)

/** The definition: resolves the text with Node's `path`, one `..` at a time. */
function naive(text: string, { from = [], encoded, clamp, windows }: NameForm): string[] | undefined {
  let path = text
  if (encoded)
    try {
      path = decodeURIComponent(text)
    } catch {
      // Used as written.
    }
  if (path.includes('\0') || path.includes('\\') || Buffer.byteLength(path) > 2048) return undefined
  if (Buffer.from(path).toString() !== path) return undefined
  const whole = path.startsWith('/') ? path : `${from.join('/')}/${path}`
  // In a folder so deep that no name leads out of it, names that leave the root are detectable.
  const deep = `/${'up/'.repeat(600)}root`
  const joined = posix.join(deep, whole).replace(/\/$/, '')
  const inside = joined === deep || joined.startsWith(`${deep}/`)
  if (!clamp) {
    let depth = 0
    for (const part of whole.split('/')) {
      depth += part === '..' ? -1 : part === '' || part === '.' ? 0 : 1
      if (depth < 0) return undefined
    }
    if (!inside) return undefined
  }
  const normal = clamp ? posix.normalize(`/${whole}`) : joined.slice(deep.length)
  const segments = normal.split('/').filter((part) => part !== '')
  for (const part of segments) {
    if (Buffer.byteLength(part) > 250) return undefined
    if (!windows) continue
    const stem = part.split('.')[0]!.trimEnd().toLowerCase()
    if (['con', 'prn', 'aux', 'nul', 'conin$', 'conout$'].includes(stem) || /^(com|lpt)[0-9¹²³]$/.test(stem))
      return undefined
    if ([...part].some((sign) => '<>:"|?*'.includes(sign) || sign < ' ') || part.endsWith('.') || part.endsWith(' '))
      return undefined
  }
  return segments
}

describe('a name from outside', () => {
  test('is a path below the root if and only if each step stays in it', () => {
    fc.assert(
      fc.property(name, form, (text, how) => {
        const segments = segmentsBelow(text, how)
        expect(typeof segments === 'string' ? undefined : segments).toEqual(naive(text, how))
      }),
      RUNS,
    )
  })

  test.each([
    ['\u007F', ['\u007F']],
    ['\u009F', ['\u009F']],
    ['\u001F', 'malformed'],
    ['a\tb', 'malformed'],
  ])('%j on Windows: control characters from U+007F are possible', (text, segments) => {
    expect(segmentsBelow(text, { windows: true })).toEqual(segments)
  })

  test('opens only files of the root that are not private, through any links', () => {
    const area = readArea([root], [join(root, 'data')])
    const secrets = new Set([...SECRETS.map((path) => `root/${path}`), 'beside/x.md', 'rooted/x.md'])
    let opened = 0
    fc.assert(
      fc.property(
        fc.oneof(name, plausible),
        form,
        fc.constantFrom('', 'a', 'a/b', 'in'),
        (text, { encoded = false, clamp = false }, folder) => {
          const found = fileIn(area, join(root, folder), text, { encoded, clamp, windows: false })
          if (typeof found === 'string') return
          opened++
          const own = readFileSync(found.path, 'utf8')
          expect(secrets.has(own)).toBe(false)
          expect(found.path).toBe(join(top, own))
          expect(found.path.startsWith(`${root}/`)).toBe(true)
        },
      ),
      RUNS,
    )
    // About one name in fifty is the name of a file; fewer than half of that cannot be chance.
    expect(opened).toBeGreaterThan(RUNS.numRuns / 100)
  })

  test.each([
    ['x.md', 'x.md'],
    ['./a/../x.md', 'x.md'],
    ['in/x.md', 'a/b/x.md'],
    ['in.md', 'a/x.md'],
    ['a/up/x.md', 'x.md'],
    ['a/%2e%2e', 'a/%2e%2e'],
    ['a b', 'a b'],
  ])('%s is %s', (text, path) => {
    expect(fileIn(readArea([root], []), root, text)).toMatchObject({ path: join(root, path) })
  })

  test.each([
    ['../beside/x.md', 'outside'],
    ['../rooted/x.md', 'outside'],
    ['a/../../root/x.md', 'outside'],
    ['out/x.md', 'outside'],
    ['out.md', 'outside'],
    ['a/up/../beside/x.md', 'missing'],
    ['.env', 'private'],
    ['env.md', 'private'],
    ['a/up/.git/config', 'private'],
    ['node_modules/x/index.js', 'private'],
    ['key', 'private'],
    ['data/server.json', 'private'],
    ['loop', 'missing'],
    ['a', 'missing'],
    ['a\\x.md', 'malformed'],
    ['x.md\0', 'malformed'],
  ])('%s is not read: %s', (text, reason) => {
    expect(fileIn(readArea([root], [join(root, 'data')]), root, text)).toBe(reason)
  })

  test('an include may name a Markdown file that begins with a dot, but in no private folder and through no link', () => {
    writeFileSync(join(root, 'a/.part.mdx'), '')
    writeFileSync(join(root, '.git/.part.md'), '')
    writeFileSync(join(root, 'data/.part.md'), '')
    symlinkSync(join(root, '.env'), join(root, '.linked.md'))
    symlinkSync(join(root, '.git'), join(root, 'git'))
    const area = readArea([root], [join(root, 'data')])
    const open = (name: string): unknown => includableIn(area, join(root, 'a'), name)
    expect(open('.part.mdx')).toMatchObject({ path: join(root, 'a/.part.mdx') })
    expect(open('../a/./.part.mdx')).toMatchObject({ path: join(root, 'a/.part.mdx') })
    expect(open('/a/.part.mdx')).toMatchObject({ path: join(root, 'a/.part.mdx') })
    expect(open('.other.mdx')).toBe('missing')
    for (const name of [
      '/.env',
      '/.git/.part.md',
      '/git/.part.md',
      '/data/.part.md',
      '/.linked.md',
      '..md',
      '/.git/config',
    ])
      expect(typeof open(name), name).toBe('string')
    expect(open('../../.part.md')).toBe('outside')
    for (const name of ['a/.part.mdx', '.git/.part.md', 'data/.part.md', '.linked.md', 'git']) rmSync(join(root, name))
  })

  test('a root may be in a private folder', () => {
    mkdirSync(join(root, '.vitepress/public'), { recursive: true })
    writeFileSync(join(root, '.vitepress/public/x'), '')
    writeFileSync(join(root, '.vitepress/secret'), '')
    const area = readArea([root, join(root, '.vitepress/public')], [])
    expect(fileIn(area, root, '.vitepress/public/x')).toMatchObject({ path: join(root, '.vitepress/public/x') })
    expect(fileIn(area, root, '.vitepress/secret')).toBe('private')
  })
})

test.each(['.git', '．git', '․git', '\u200C.git', '.GIT', 'node_modules', 'Node_Modules', 'node_modules. ', 'GIT~1'])(
  '%j is private in every spelling',
  (part) => expect(isPrivate(['a', part, 'b'])).toBe(true),
)

test('encoding a path for a URL is reversible and unique', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), (parts) => {
      const segments = parts.map((part) => part.replaceAll(/[\\/\0]/g, '-')).filter((part) => !/^\.{1,2}$/.test(part))
      fc.pre(segments.every((part) => part.isWellFormed() && Buffer.byteLength(part) <= 250))
      fc.pre(Buffer.byteLength(segments.join('/')) < 2000)
      const { pathname, search, hash } = new URL(encodePath(`/${segments.join('/')}`), 'http://site.invalid')
      expect([search, hash]).toEqual(['', ''])
      expect(segmentsBelow(pathname, { encoded: true, windows: false })).toEqual(segments)
    }),
    propertyRuns(5),
  )
})

test.each([
  ['/old', '/old'],
  ['old/', '/old'],
  ['/a%20b', '/a%20b'],
  ['/100%', '/100%25'],
  ['/%2561', '/%2561'],
  ['../old', undefined],
  ['/a/../../old', undefined],
  ['/%2e%2e/old', undefined],
  ['/..%2fold', undefined],
  ['/a%5c..%5cb', undefined],
  ['\\old', undefined],
  ['/.git/config', undefined],
  ['/_docent/static/x', undefined],
  ['/_DOCENT/x', undefined],
  ['//example.com/a', undefined],
  ['https://example.com/a', undefined],
  ['/a?b', undefined],
  [`/${'x'.repeat(251)}`, undefined],
])('the address %s is %s', (written, address) => {
  expect(siteAddress(written)).toBe(address)
})
