import { expect, test } from 'vitest'

import { parseTrace } from './recorded-io.ts'

/** A text in strace's form `\x61\x62`. */
const hex = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)

const opening = (path: string, end: string): string =>
  `7 openat(AT_FDCWD<${hex('/')}>, "${hex(path)}", O_RDONLY|O_CLOEXEC${end}`

test('a file of the folder that is opened is an event', () => {
  expect(parseTrace(opening('/data/docent.db', `) = 5<${hex('/data/docent.db')}>`), '/data')).toEqual([
    { kind: 'open', name: 'docent.db', cut: false },
  ])
})

test.each([' <detached ...>', ' <unfinished ...>) = ?', ''])(
  'a call on another file that was killed, and ends with "%s", is no event',
  (end) => expect(parseTrace(opening('/code/index.ts', end), '/data')).toEqual([]),
)

test('a call on a file of the folder without a result makes the recording unusable', () => {
  expect(() => parseTrace(opening('/data/docent.db', ' <detached ...>'), '/data')).toThrow('cannot be read')
})
