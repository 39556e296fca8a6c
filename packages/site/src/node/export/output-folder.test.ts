import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { folderOf, putFiles } from '../../../../ingest/src/testing/folder-of.ts'
import { openOutput } from './output-folder.ts'
import { isOutputUnchanged, outputDigest, STATIC_SITE_MARK } from './output-mark.ts'
import { OutputError } from './write-file.ts'
import { propertyRuns, timeoutOf } from '../../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.2)

const top = folderOf()
const out = join(top, 'out')
afterEach(() => {
  rmSync(top, { recursive: true, force: true })
  mkdirSync(top)
})

function build(files: Record<string, string>): void {
  const output = openOutput(out)
  for (const [path, text] of Object.entries(files)) output.put(path, text)
  output.close()
}

const putFile = (path: string, text = 'foreign'): void => putFiles(top, { [path]: text })

/** All files below the temporary folder except the mark, with their contents. */
function files(): Record<string, string> {
  const paths = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== STATIC_SITE_MARK)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => realpathSync(path) === path)
  return Object.fromEntries(paths.sort().map((path) => [path.slice(top.length + 1), readFileSync(path, 'utf8')]))
}

describe('writing', () => {
  test.each([
    '/../x',
    '/a/../../x',
    '/a\\..\\x',
    '/.git/config',
    '/node_modules/x',
    '/x\0',
    '/',
    `/${'x'.repeat(300)}`,
  ])('%j is refused', (path) => {
    const output = openOutput(out)
    expect(() => output.put(path, 'x')).toThrow(OutputError)
    expect(files()).toEqual({})
  })

  test('an escape sequence in a name is not decoded', () => {
    build({ '/%2e%2e/%2fx': 'x', '/why?/index.html': 'y' })
    expect(files()).toEqual({ 'out/%2e%2e/%2fx': 'x', 'out/why?/index.html': 'y' })
  })

  test('a symbolic link to a folder outside is not followed', () => {
    putFile('beside/index.html')
    mkdirSync(out)
    symlinkSync('../beside', join(out, 'guide'))
    expect(() => build({ '/guide/index.html': 'x' })).toThrow(/symbolic link out of the folder/)
    expect(() => build({ '/guide/new/index.html': 'x' })).toThrow(OutputError)
    expect(files()).toEqual({ 'beside/index.html': 'foreign' })
  })

  test('a folder that becomes a link during a build is not followed: no file outside changes', () => {
    putFile('beside/a.html')
    putFile('source.png', 'new')
    const output = openOutput(out)
    output.put('/guide/b.html', 'x')
    renameSync(join(out, 'guide'), join(out, 'guide-before'))
    symlinkSync('../beside', join(out, 'guide'))
    expect(() => output.put('/guide/a.html', 'x')).toThrow(/was replaced by another program/)
    expect(() => output.copy('/guide/a.html', join(top, 'source.png'))).toThrow(OutputError)
    expect(files()).toMatchObject({ 'beside/a.html': 'foreign' })
  })

  test('a mark that becomes a link during a build is not followed', () => {
    putFile('beside.txt')
    const output = openOutput(out)
    rmSync(join(out, STATIC_SITE_MARK))
    symlinkSync('../beside.txt', join(out, STATIC_SITE_MARK))
    expect(() => output.close()).toThrow(OutputError)
    expect(files()).toEqual({ 'beside.txt': 'foreign' })
  })

  test.runIf(process.platform !== 'win32')('a pipe at the place of a file does not stop the build', () => {
    mkdirSync(out)
    execFileSync('mkfifo', [join(out, 'a.html')])
    const output = openOutput(out)
    expect(() => output.put('/a.html', 'x')).toThrow(OutputError)
    output.close()
  })

  test('a symbolic link to a file is replaced, and its target stays', () => {
    putFile('beside.html')
    mkdirSync(out)
    symlinkSync('../beside.html', join(out, 'index.html'))
    symlinkSync('../mark', join(out, STATIC_SITE_MARK))
    build({ '/index.html': 'x' })
    expect(files()).toEqual({ 'beside.html': 'foreign', 'out/index.html': 'x' })
    expect(existsSync(join(top, 'mark'))).toBe(false)
  })

  test('an asset that has become a link or was deleted is not copied', () => {
    putFile('docs/a.png', 'a')
    putFile('secret')
    symlinkSync('../secret', join(top, 'docs/b.png'))
    const output = openOutput(out)
    expect(output.copy('/a.png', join(top, 'docs/a.png'))).toBe(true)
    expect(output.copy('/b.png', join(top, 'docs/b.png'))).toBe(false)
    expect(output.copy('/c.png', join(top, 'docs/c.png'))).toBe(false)
    output.close()
    expect(readdirSync(out).sort()).toEqual([STATIC_SITE_MARK, 'a.png'])
  })

  // The superuser reads every file.
  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'an asset that may not be read is not copied',
    () => {
      putFile('docs/a.png', 'a')
      chmodSync(join(top, 'docs/a.png'), 0)
      const output = openOutput(out)
      expect(output.copy('/a.png', join(top, 'docs/a.png'))).toBe(false)
      output.close()
      expect(readdirSync(out)).toEqual([STATIC_SITE_MARK])
    },
  )
})

describe('removing', () => {
  test('deletes files that only an earlier build wrote and folders that become empty; foreign files stay', () => {
    build({ '/a/b/index.html': '1', '/c/index.html': '1', '/d.png': '1' })
    putFile('out/c/mine.txt')
    putFile('out/mine.txt')
    build({ '/e.html': '2' })
    expect(files()).toEqual({ 'out/c/mine.txt': 'foreign', 'out/e.html': '2', 'out/mine.txt': 'foreign' })
    expect(existsSync(join(out, 'a'))).toBe(false)
  })

  test('ignores paths in the mark that are outside the folder or behind a link', () => {
    build({ '/a/x.html': '1', '/b/x.html': '1' })
    putFile('beside/x.html')
    rmSync(join(out, 'a'), { recursive: true })
    symlinkSync('../beside', join(out, 'a'))
    const lines = ['/../beside/x.html', '../beside/x.html', '/b/../../beside/x.html', '/', '/.git/config', 7, null]
    putFile('out/.git/config')
    const mark = join(out, STATIC_SITE_MARK)
    const forged = lines.map((path) => JSON.stringify(['file', path])).join('\n')
    writeFileSync(mark, `${readFileSync(mark, 'utf8')}${forged}\n{"no": "line"}\nbroken [`)
    build({ '/c.html': '2' })
    expect(files()).toEqual({ 'beside/x.html': 'foreign', 'out/.git/config': 'foreign', 'out/c.html': '2' })
  })

  test('replaces a file by a folder, and a folder by a file, if earlier builds wrote them', () => {
    build({ '/a': '1', '/b/x': '1', '/b/y/z': '1' })
    build({ '/a/x': '2', '/b': '2' })
    expect(files()).toEqual({ 'out/a/x': '2', 'out/b': '2' })
    putFile('out/a/mine')
    expect(() => build({ '/a': '3' })).toThrow(/is a folder/)
    putFile('out/m')
    expect(() => build({ '/m/x': '3' })).toThrow(/is a file/)
    expect(files()).toMatchObject({ 'out/a/mine': 'foreign', 'out/m': 'foreign' })
  })

  test('deletes the files of a killed build', () => {
    openOutput(out).put('/half/index.html', '1')
    build({ '/index.html': '2' })
    expect(files()).toEqual({ 'out/index.html': '2' })
  })

  test(
    'after any sequence of builds, the folder has the files of the last one and the foreign files',
    timeoutOf(RUNS),
    () => {
      const path = fc
        .array(fc.constantFrom('a', 'b', 'c', 'd.html'), { minLength: 1, maxLength: 3 })
        .map((parts) => `/${parts.join('/')}`)
      fc.assert(
        fc.property(
          fc.array(fc.array(path, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
          fc.array(path, { maxLength: 3 }),
          (builds, foreign) => {
            rmSync(out, { recursive: true, force: true })
            const theirs = foreign.map((one) => `out${one}.theirs`)
            for (const one of theirs) putFile(one)
            for (const paths of builds) {
              const chosen = paths.filter(
                (one, at) =>
                  !paths.some(
                    (other, index) => index !== at && (one === other ? index < at : one.startsWith(`${other}/`)),
                  ) && !theirs.some((other) => other.startsWith(`out${one}/`)),
              )
              build(Object.fromEntries(chosen.map((one) => [one, 'ours'])))
              expect(Object.keys(files())).toEqual(
                [...new Set([...chosen.map((one) => `out${one}`), ...theirs])].sort(),
              )
            }
          },
        ),
        RUNS,
      )
    },
  )
})

test('an unchanged file is not written again, and the state of a page is kept until it is set anew', () => {
  build({ '/a': 'same', '/b': 'same' })
  linkSync(join(out, 'a'), join(top, 'a-before'))
  const output = openOutput(out)
  expect(output.keep(['/a', '/none'])).toBe(false)
  expect(output.keep(['/a'])).toBe(true)
  output.setState('/', 'one')
  output.close()
  expect(existsSync(join(out, 'b'))).toBe(false)
  const next = openOutput(out)
  expect(next.stateOf('/')).toBe('one')
  next.setState('/', '')
  expect(openOutput(out).stateOf('/')).toBe('')
})

describe('a file that another program has changed', () => {
  /** Asked when the mark is written: a slow machine reaches the test minutes after it has loaded the file. */
  const afterMark = (): Date => new Date(Date.now() + 60_000)
  const changes: [string, () => void][] = [
    ['was deleted', () => rmSync(join(out, 'a'))],
    ['has another size', () => writeFileSync(join(out, 'a'), 'longer')],
    ['is younger than the mark', () => utimesSync(join(out, 'a'), afterMark(), afterMark())],
    [
      'is a link',
      () => {
        renameSync(join(out, 'a'), join(top, 'b'))
        symlinkSync(join(top, 'b'), join(out, 'a'))
      },
    ],
  ]

  test.each(changes)('is not kept: it %s', (_, change) => {
    build({ '/a': 'text', '/b': 'text' })
    const digest = outputDigest(out)
    expect(isOutputUnchanged(out, digest)).toBe(true)
    change()
    expect(isOutputUnchanged(out, digest)).toBe(false)
    const output = openOutput(out)
    expect([output.keep(['/b']), output.keep(['/a'])]).toEqual([true, false])
    output.put('/a', 'text')
    output.close()
    expect(files()).toMatchObject({ 'out/a': 'text', 'out/b': 'text' })
  })

  test('is copied again', () => {
    putFile('source', 'text')
    const copy = (): void => {
      const output = openOutput(out)
      expect(output.copy('/a', join(top, 'source'))).toBe(true)
      output.close()
    }
    copy()
    writeFileSync(join(out, 'a'), 'TEXT')
    utimesSync(join(out, 'a'), afterMark(), afterMark())
    copy()
    expect(readFileSync(join(out, 'a'), 'utf8')).toBe('text')
  })

  test('is found after a killed build, too', () => {
    build({ '/a': 'text', '/b': 'text' })
    utimesSync(join(out, STATIC_SITE_MARK), 1, 1)
    utimesSync(join(out, 'b'), 1, 1)
    const digest = outputDigest(out)
    openOutput(out).put('/c', 'text')
    expect(isOutputUnchanged(out, digest)).toBe(false)
    const output = openOutput(out)
    expect([output.keep(['/b']), output.keep(['/a']), output.keep(['/c'])]).toEqual([true, false, false])
  })
})
