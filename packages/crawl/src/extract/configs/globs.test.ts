import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../engine/src/testing/property-runs.ts'
import { readSiteConfig } from './read-config.ts'
import { matcherOfUrl, matcherOfUrls } from './url-pattern.ts'

const HOST = 'https://docs.example.com'
const globs = (...paths: string[]) =>
  paths.map((path) => ({ kind: 'glob' as const, source: path.replace(/^!?/, (sign) => `${sign}${HOST}`) }))
const matching = (glob: string, ...paths: string[]): string[] => {
  const [pattern] = globs(glob)
  return paths.filter((path) => pattern !== undefined && matcherOfUrl(pattern)(`${HOST}${path}`) !== undefined)
}

test('a folder with all below it has the folder itself', () => {
  expect(matching('/docs/**', '/docs', '/docs/', '/docs/a/b', '/docs-old', '/')).toEqual([
    '/docs',
    '/docs/',
    '/docs/a/b',
  ])
  expect(matching('/docs**/**', '/docs/a', '/docs-old/a/b', '/api')).toEqual(['/docs/a', '/docs-old/a/b'])
})

test('any folders between two slashes, also none', () => {
  expect(matching('/docs/**/b', '/docs/b', '/docs/x/b', '/docs/x/y/b', '/docs/xb', '/docs/x/yb')).toEqual([
    '/docs/b',
    '/docs/x/b',
    '/docs/x/y/b',
  ])
  expect(matching('/**/b/*', '/b/c', '/a/b/c', '/ab/c')).toEqual(['/b/c', '/a/b/c'])
})

test('one level ends with or without a slash', () =>
  expect(matching('/docs/*', '/docs/a', '/docs/a/', '/docs/a/b')).toEqual(['/docs/a', '/docs/a/']))

test('groups of alternatives, also optional and repeated ones', () => {
  expect(matching('/(docs|api)/**', '/docs/a', '/api/a', '/blog/a')).toEqual(['/docs/a', '/api/a'])
  expect(matching('/@(docs|{v1,v2})/a', '/docs/a', '/v2/a', '/v3/a')).toEqual(['/docs/a', '/v2/a'])
  expect(matching('/docs?(/latest)/a', '/docs/a', '/docs/latest/a', '/docs/next/a')).toEqual([
    '/docs/a',
    '/docs/latest/a',
  ])
  expect(matching('/+(ab)', '/abab', '/', '/a')).toEqual(['/abab'])
  expect(matching('/a(b', '/a(b', '/ab')).toEqual(['/a(b'])
  expect(matching('/a)b|c,d', '/a)b|c,d', '/ab')).toEqual(['/a)b|c,d'])
})

test('groups with an exclamation mark exclude names of one folder', () => {
  expect(matching('/!(blog|api)/**', '/docs/a', '/blog/a', '/api', '/blogs/a')).toEqual(['/docs/a', '/blogs/a'])
  expect(matching('/docs/!(*.pdf)', '/docs/a', '/docs/a.pdf', '/docs/a/b')).toEqual(['/docs/a'])
  expect(matching('/!(a)/!(b)', '/x/y', '/a/y', '/x/b', '/a/b')).toEqual(['/x/y'])
  expect(matching('/a!(b', '/a!(b', '/a')).toEqual(['/a!(b'])
})

test('a group with an exclamation mark beside ** is any folder of another name', () => {
  const paths = ['', '/', '/x', '/x/', '/x/x', '/x/x/', '/c', '/c/x', '/x/c', '/x/c/x', '/c/d', '/c/d/', '/c/m.pdf']
  const without = (...left: string[]): string[] => paths.filter((path) => !left.includes(path))
  // As micromatch 4.0.8 matches these addresses. Before a slash it takes `!(x)` for all names that begin with x, see the test above.
  expect(matching('/**/!(x)/**', ...paths)).toEqual(without('/x', '/x/x'))
  expect(matching('/**/!(x|c)/**', ...paths)).toEqual(without('/x', '/x/x', '/c', '/c/x', '/x/c', '/x/c/x'))
  expect(matching('/**/!(x)', ...paths)).toEqual(without('/x', '/x/x', '/c/x', '/x/c/x'))
  expect(matching('/**/!(*.pdf)', ...paths)).toEqual(without('/c/m.pdf'))
  expect(matching('/**/!(x)/c', ...paths, '/c/c')).toEqual(['/c/c'])
  expect(matching('/!(x)/**/!(d)', ...paths)).toEqual(['/', '/c', '/c/x', '/c/d/', '/c/m.pdf'])
  expect(matching('/{c,x}/!(x|d)/**', ...paths)).toEqual(['/x/', '/x/c', '/x/c/x', '/c/m.pdf'])
  expect(matching('/**/!(x)/*', ...paths)).toEqual(['/c/x', '/x/c/x', '/c/d', '/c/d/', '/c/m.pdf'])
  expect(paths.filter((path) => matcherOfUrl({ kind: 'glob', source: '**/!(x)/**' })(`${HOST}${path}`))).toEqual(paths)
})

/** The same by trying all ways. @param isFirst whether the glob is at its first part or after another one than `**`. */
function matchesNaively([part, ...rest]: readonly string[], folders: readonly string[], isFirst = true): boolean {
  const [folder, ...others] = folders
  if (part === undefined) return folder === undefined
  if (part === '**') {
    // At the end of the address, `**` and a name that may be empty have the folder before them.
    if (folder === undefined)
      return rest.length === 0 || (isFirst && rest[0]?.startsWith('!') === true && matchesNaively(rest.slice(1), []))
    return matchesNaively(rest, folders) || matchesNaively(['**', ...rest], others, false)
  }
  if (folder === undefined) return false
  if (part === '*') {
    const isEnd = rest.length === 0 && others.length === 1 && others[0] === ''
    return (folder !== '' || rest.length > 0) && (isEnd || matchesNaively(rest, others))
  }
  const names = part.replaceAll(/[!()]/g, '').split('|')
  return names.includes(folder) !== part.startsWith('!') && matchesNaively(rest, others)
}

test('groups with an exclamation mark match as all ways of matching do', () => {
  const part = fc.constantFrom('**', '**', '*', 'a', 'c', '!(a)', '!(a|b)', '!(b|c)')
  const globParts = fc
    .array(part, { minLength: 1, maxLength: 6 })
    .filter((parts) => parts.join().includes('!') && !parts.join().includes('**,**'))
  const folders = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'ab'), { maxLength: 6 })
  fc.assert(
    fc.property(globParts, folders, (parts, names) => {
      const [glob, path] = [parts, names].map((each) => each.map((one) => `/${one}`).join('')) as [string, string]
      const isMatch = matching(glob, path).length === 1
      expect([glob, path, isMatch]).toEqual([glob, path, matchesNaively([HOST, ...parts], [HOST, ...names])])
    }),
    propertyRuns(3),
  )
})

test('ranges of numbers and letters, and escaped signs', () => {
  expect(matching('/v{1..3}/*', '/v1/a', '/v3/a', '/v4/a', '/v1..3/a')).toEqual(['/v1/a', '/v3/a'])
  expect(matching('/{08..11}', '/08', '/8', '/11', '/12')).toEqual(['/08', '/11'])
  expect(matching('/{a..c}', '/a', '/c', '/d')).toEqual(['/a', '/c'])
  expect(matching('/{1..999999}', '/1..999999', '/7')).toEqual(['/1..999999'])
  expect(matching(String.raw`/a\(b\)\*`, '/a(b)*', '/a(b)c')).toEqual(['/a(b)*'])
})

test('globs with an exclamation mark exclude addresses from their list', () => {
  const match = (list: string[], path: string): boolean => matcherOfUrls(globs(...list))(`${HOST}${path}`) !== undefined
  const paths = ['/docs/a', '/docs/old/a', '/blog']
  expect(paths.filter((path) => match(['/docs/**', '!/docs/old/**'], path))).toEqual(['/docs/a'])
  expect(paths.filter((path) => match(['!/docs/old/**', '/docs/**'], path))).toEqual(['/docs/a'])
  expect(paths.filter((path) => match(['!/docs/**'], path))).toEqual(['/blog'])
  expect(paths.filter((path) => match([], path))).toEqual([])
})

test('an address that one action excludes may be that of another', () => {
  const action = (paths: string[]): string =>
    `{ indexName: 'a', pathsToMatch: ${JSON.stringify(globs(...paths).map(({ source }) => source))},
      recordExtractor: ({ helpers }) => helpers.docsearch({ recordProps: { lvl1: 'h1', content: 'p' } }) }`
  const { allowed } = readSiteConfig(
    `new Crawler({ startUrls: ['${HOST}/'], actions: [${action(['/**', '!/api/**'])}, ${action(['/api/**'])}] })`,
    'crawler.js',
  )
  const isAllowed = matcherOfUrls(allowed)
  expect(['/a', '/api/a'].map((path) => isAllowed(`${HOST}${path}`) !== undefined)).toEqual([true, true])
})
