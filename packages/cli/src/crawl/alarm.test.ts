import { expect, test } from 'vitest'

import { alarmBody } from './alarm.ts'

const alarm = { event: 'held', index: 'docs', source: 'https://docs.example.com' } as const

test('the text of a message names the site, the index, the state and the first reasons', () => {
  const { text, ...data } = JSON.parse(alarmBody({ ...alarm, reasons: ['a.', 'b.', 'c.', 'd.', 'e.', 'f.'] }))
  expect(text).toBe('The crawl of https://docs.example.com (index docs) is held. a. b. c. d. e.')
  expect(data).toEqual({ ...alarm, reasons: ['a.', 'b.', 'c.', 'd.', 'e.', 'f.'] })
})

test('texts of pages are no mentions, links or pictures in a chat, and the data are as they were', () => {
  const reasons = [
    '"<!channel> <https://evil.example|Sign in>" is at 40 instead of 1.',
    '"@all @here [Sign in](https://evil.example) ![x](https://evil.example/x.png)" is gone.',
    '"a\u202Eb\nc" is gone.',
  ]
  const body = JSON.parse(alarmBody({ ...alarm, reasons }))
  expect(body.text).not.toMatch(/[<>@[\]\n\u202E]/)
  expect(body.text).toContain('‹!channel› ‹https://evil.example|Sign in›')
  expect(body.text).toContain('＠all ＠here ［Sign in］(https://evil.example)')
  expect(body.reasons).toEqual(reasons)
})

test('a long text is cut', () => {
  const { text } = JSON.parse(alarmBody({ ...alarm, reasons: ['a'.repeat(100_000)] }))
  expect(text).toHaveLength(2000)
  expect(text).toMatch(/a…$/)
})
