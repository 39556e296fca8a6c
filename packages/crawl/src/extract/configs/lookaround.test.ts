import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOfUrl } from './url-pattern.ts'
import { propertyRuns } from '../../../../engine/src/testing/property-runs.ts'

const matches = (source: string, url: string): boolean => matcherOfUrl({ kind: 'regex', source })(url) !== undefined

test.each([
  String.raw`.*(?<!/)$`,
  String.raw`/docs/.*(?<!\.html)(?<!/)$`,
  String.raw`(?:(?<!\.html)(?<!/))$`,
  String.raw`^((?!\.html).)*$`,
  String.raw`.*^(?!.*html)`,
  String.raw`^(?!.*/docs/b).*$`,
  String.raw`^(?!/docs).*(?<!b)$`,
  String.raw`^/docs(?!/b)`,
  String.raw`^/docs\/(?!\.html|b)`,
])('%s matches as with lookaround', (source) => {
  const part = fc.constantFrom('/', '/docs', '.html', 'html', 'a', 'b', '?')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const url = parts.join('')
      expect([url, matches(source, url)]).toEqual([url, new RegExp(source).test(url)])
    }),
    propertyRuns(0.3),
  )
})

test('an assertion in the middle of a pattern is refused by name', () =>
  expect(() => matches('a(?!b)c', 'ac')).toThrow('The pattern "a(?!b)c" is no regular expression that can be used'))
