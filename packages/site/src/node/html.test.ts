import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserJson, embedJson, escapeHtml, markup, trusted } from './html.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

describe('html', () => {
  test('inserted strings are escaped', () => {
    expect(markup`<p title="${'"a" & <b>'}">${"</p>'"}</p>`.html).toBe(
      '<p title="&#34;a&#34; &#38; &#60;b&#62;">&#60;/p&#62;&#39;</p>',
    )
  })

  test('trusted HTML and lists of it are inserted unchanged, `undefined` is left out', () => {
    expect(markup`<p>${trusted('<b>x</b>')}${[markup`<i>1</i>`, markup`<i>2</i>`]}${undefined}</p>`.html).toBe(
      '<p><b>x</b><i>1</i><i>2</i></p>',
    )
  })

  test('escaped text never begins a tag or ends an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => !/[<>"']/.test(escapeHtml(text))),
      propertyRuns(),
    )
  })

  test('JSON for the browser has the same text as HTML', () => {
    const value = { title: 'Half \uD83D, \0 zero, 😀', list: ['\uDE00'] }
    expect(JSON.parse(browserJson(value))).toEqual({ title: 'Half \uFFFD,  zero, 😀', list: ['\uFFFD'] })
  })

  test('embedded JSON has the same value and can neither end its script nor begin a comment', () => {
    const json = embedJson({ title: '</script><!-- \u2028' }).html
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual({ title: '</script><!-- \u2028' })
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const embedded = embedJson(value).html
        expect(embedded).not.toContain('<')
        expect(JSON.stringify(JSON.parse(embedded))).toBe(JSON.stringify(value))
      }),
      propertyRuns(0.5),
    )
  })
})
