/** The controller with a search function of the test and a clock that only the test advances. */

import { SearchError } from '@docent/client'
import type { Hit, MultiSearchResponse } from '@docent/engine'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isCurrent, visibleLines } from './state.ts'
import { answer, hit, settle, start } from './testing/controller-harness.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

describe('requests', () => {
  test('a first letter is sent at once, a burst of seven letters in at most three requests', () => {
    const { asked, type, clock } = start()
    type('install', 60)
    clock.advance(80)
    expect(asked[0]?.query).toBe('i')
    expect(asked.at(-1)?.query).toBe('install')
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  test('slow typing is not delayed, and without a debounce no typing is', () => {
    const slow = start()
    slow.type('abc', 200)
    expect(slow.asked.map(({ query }) => query)).toEqual(['a', 'ab', 'abc'])
    const eager = start({ debounce: 0 })
    eager.type('abc', 10)
    expect(eager.asked.map(({ query }) => query)).toEqual(['a', 'ab', 'abc'])
  })

  test('a superseded search is aborted', () => {
    const { asked, type } = start()
    type('ab', 200)
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  test('in the first burst the answer to its beginning is shown, and is not selectable', async () => {
    const { asked, controller, opened, titles, clock } = start()
    controller.type('i')
    controller.type('in')
    controller.enter('here')
    await asked[0]?.answer(answer(hit('one')))
    expect(titles()).toBeUndefined()
    controller.type('ins')
    await asked[1]?.answer(answer(hit('two'), hit('three')))
    expect(titles()).toEqual(['two', 'three'])
    expect(controller.state().status).toBe('loading')
    controller.move(1)
    controller.enter('here')
    expect(controller.state()).toMatchObject({ active: 0, announced: false })
    expect(opened).toEqual([])
    clock.advance(1000)
    expect(controller.state()).toMatchObject({ status: 'stalled', announced: false })
    await asked.at(-1)?.answer(answer(hit('four')))
    expect(titles()).toEqual(['four'])
    expect(opened).toMatchObject([{ line: { row: { url: '/page/four' } } }])
  })

  test('with filters too, the answer to the beginning of the first burst is shown', async () => {
    const { asked, controller, titles } = start({ facets: [{ key: 'lang' }] })
    controller.type('i')
    controller.type('in')
    await settle()
    await asked[0]?.answer(answer(hit('one')))
    expect(titles()).toEqual(['one'])
    expect(isCurrent(controller.state())).toBe(false)
  })

  test('while the code of the filters loads, only the last query is sent, and none after the dialog is closed', async () => {
    const { asked, controller, clock, titles } = start({ facets: [{ key: 'lang' }] })
    controller.type('i')
    controller.type('ins')
    clock.advance(80)
    await settle()
    expect(asked.map(({ query }) => query)).toEqual(['ins'])
    await asked[0]?.answer(answer(hit('one')))
    expect(titles()).toEqual(['one'])
    expect(isCurrent(controller.state())).toBe(true)
    clock.advance(1000)
    controller.type('inst')
    controller.rest()
    await settle()
    expect(asked.length).toBe(1)
  })

  test('in the first burst nothing is shown for an earlier query without hits, with other letters, or after a failure', async () => {
    const { asked, controller, titles } = start()
    controller.type('i')
    controller.type('in')
    await asked[0]?.answer(answer())
    expect(controller.state()).toMatchObject({ results: undefined, status: 'loading' })
    const failing = start()
    failing.controller.type('i')
    failing.controller.type('in')
    await failing.asked[0]?.fail(new SearchError('unreachable', 'No host answers.'))
    expect(failing.controller.state()).toMatchObject({ error: undefined, status: 'loading' })
    const other = start()
    other.controller.type('i')
    other.controller.type('a')
    await other.asked[0]?.answer(answer(hit('one')))
    expect([titles(), other.titles()]).toEqual([undefined, undefined])
  })

  test('a later burst aborts the request of its beginning', async () => {
    const { asked, controller, clock } = start()
    controller.type('i')
    await asked[0]?.answer(answer(hit('one')))
    clock.advance(1000)
    controller.type('in')
    controller.type('ins')
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false, true])
  })

  test('spaces alone send no request, and a leading space no new one', async () => {
    const { asked, controller, clock } = start()
    controller.type('  ')
    expect(asked).toHaveLength(0)
    clock.advance(1000)
    controller.type('a')
    await asked[0]?.answer(answer(hit('a')))
    clock.advance(1000)
    controller.type(' a')
    expect(asked).toHaveLength(1)
    expect(isCurrent(controller.state())).toBe(true)
  })

  test('with any delays, the final list is that of the last query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('a', 'b', '<'), { minLength: 1, maxLength: 8 }),
        async (scheduler, letters) => {
          const { controller, titles } = start({
            debounce: 0,
            client: {
              // Ignores the signal: an outdated answer that still arrives must not be shown.
              search: (requests) => scheduler.schedule(Promise.resolve(answer(hit(requests[0]?.query ?? '')))),
            },
          })
          for (const letter of letters) {
            const { query } = controller.state()
            controller.type(letter === '<' ? query.slice(0, -1) : query + letter)
          }
          await scheduler.waitIdle()
          await settle()
          const { query, status } = controller.state()
          expect(titles()).toEqual(query === '' ? undefined : [query])
          expect(status).toBe('idle')
        },
      ),
      propertyRuns(0.1),
    )
  })
})

describe('first hits', () => {
  const [first, second, before] = ['first', 'second', 'before'].map(hit) as [Hit, Hit, Hit]

  async function begun() {
    const started = start({ facets: [{ key: 'lang' }] })
    started.controller.type('a')
    await settle()
    started.asked[0]?.begin(answer(first, second))
    return started
  }

  test('are shown and can be opened before the others arrive', async () => {
    const { controller, asked, opened, titles } = await begun()
    expect(titles()).toEqual(['first', 'second'])
    expect(controller.state().results?.more).toBe('loading')
    controller.enter('here')
    expect(opened).toMatchObject([{ line: { row: { hit: first } } }])
    await asked[0]?.answer(answer(first, second, before))
    expect(titles()).toEqual(['first', 'second', 'before'])
    expect(controller.state().results?.more).toBe('none')
    expect(controller.state().active).toBe(0)
  })

  test('keep the active line when the others arrive', async () => {
    const { controller, asked } = await begun()
    controller.move(1)
    await asked[0]?.answer(answer(first, before, second))
    expect(controller.state().active).toBe(2)
  })

  test('of an outdated query are not shown', async () => {
    const { controller, asked, titles } = await begun()
    controller.type('ab')
    await settle()
    asked[0]?.begin(answer(before))
    expect(titles()).toEqual(['first', 'second'])
    expect(isCurrent(controller.state())).toBe(false)
  })

  test('are opened by an earlier Enter', async () => {
    const { controller, asked, opened } = start({ facets: [{ key: 'lang' }] })
    controller.type('a')
    controller.enter('here')
    await settle()
    asked.at(-1)?.begin(answer(first))
    expect(opened).toHaveLength(1)
  })
})

describe('the status', () => {
  test('loading becomes stalled after 300 ms, counted from the key press, and idle with the answer', async () => {
    const { clock, asked, controller } = start()
    controller.type('a')
    expect(controller.state().status).toBe('loading')
    clock.advance(299)
    expect(controller.state().status).toBe('loading')
    clock.advance(1)
    expect(controller.state().status).toBe('stalled')
    await asked[0]?.answer(answer())
    expect(controller.state().status).toBe('idle')
    clock.advance(1000)
    expect(controller.state().status).toBe('idle')
  })

  test('an old list stays while a newer query loads, and is not selectable', async () => {
    const { clock, asked, controller, opened, titles } = start()
    controller.type('a')
    await asked[0]?.answer(answer(hit('one'), hit('two')))
    clock.advance(1000)
    controller.type('ab')
    expect(titles()).toEqual(['one', 'two'])
    expect(isCurrent(controller.state())).toBe(false)
    controller.move(1)
    expect(controller.state().active).toBe(0)
    expect(opened).toEqual([])
  })

  test('a failure keeps its kind, and a retry asks every host', async () => {
    const { asked, controller, titles } = start()
    controller.type('a')
    await asked[0]?.fail(new SearchError('rate-limited', 'Slow down.', 429))
    expect(controller.state()).toMatchObject({ status: 'error', error: { kind: 'rate-limited' }, results: undefined })
    controller.retry()
    expect(controller.state().status).toBe('loading')
    expect(asked[1]).toMatchObject({ query: 'a', retry: true })
    await asked[1]?.answer(answer(hit('one')))
    expect(titles()).toEqual(['one'])
  })

  test('an answer of another shape is an error', async () => {
    const { asked, controller } = start()
    controller.type('a')
    await asked[0]?.answer({ results: [null, { hits: 7 }] } as unknown as MultiSearchResponse)
    expect(controller.state()).toMatchObject({ status: 'error', error: { kind: 'bad-answer' } })
  })

  test('of several indices, a failed one is named, and the hits of the others are shown', async () => {
    const { asked, clock, controller, titles } = start({ indices: [{ name: 'docs' }, { name: 'blog' }] })
    controller.type('a')
    await asked[0]?.fail(new SearchError('refused', 'Index blog does not exist', 404))
    await asked[1]?.answer(answer(hit('one')))
    await asked[2]?.fail(new SearchError('refused', 'Index blog does not exist', 404))
    expect(titles()).toEqual(['one'])
    expect(controller.state()).toMatchObject({ status: 'idle', results: { failed: ['blog'] } })
    clock.advance(200)
    controller.type('ab')
    await asked[3]?.answer({ results: [...answer(hit('two')).results, null] } as unknown as MultiSearchResponse)
    expect(titles()).toEqual(['two'])
    expect(controller.state().results?.failed).toEqual(['blog'])
  })

  test('when all indices fail, the first failure is reported', async () => {
    const failures: SearchError[] = []
    const { asked, controller } = start({
      indices: [{ name: 'docs' }, { name: 'blog' }],
      onError: (error) => failures.push(error),
    })
    controller.type('a')
    for (let call = 0; call < 3; call++) await asked[call]?.fail(new SearchError('not-allowed', `Call ${call}`, 403))
    expect(controller.state()).toMatchObject({ status: 'error', error: { kind: 'not-allowed' }, results: undefined })
    expect(failures.map(({ message }) => message)).toEqual(['Call 1'])
  })

  test('the active row is announced after a pause of 500 ms, or when the reader moves', async () => {
    const { clock, asked, controller } = start()
    controller.type('a')
    await asked[0]?.answer(answer(hit('one'), hit('two')))
    clock.advance(499)
    expect(controller.state().announced).toBe(false)
    clock.advance(1)
    expect(controller.state().announced).toBe(true)
    controller.type('ab')
    await asked[1]?.answer(answer(hit('one'), hit('two')))
    expect(controller.state().announced).toBe(false)
    controller.move(1)
    expect(controller.state().announced).toBe(true)
  })
})

describe('Enter', () => {
  test('opens the active row; moving wraps around the ends', async () => {
    const { asked, controller, opened } = start()
    controller.type('a')
    await asked[0]?.answer(answer(hit('one'), hit('two')))
    controller.move(-1)
    controller.enter('new-tab')
    expect(opened).toMatchObject([{ line: { row: { url: '/page/two' } }, openIn: 'new-tab' }])
  })

  test('during a request opens the first hit of the current query when it arrives', async () => {
    const { clock, asked, controller, opened } = start()
    controller.type('a')
    await asked[0]?.answer(answer(hit('old')))
    clock.advance(1000)
    controller.type('ab')
    controller.enter('here')
    expect(opened).toEqual([])
    await asked[1]?.answer(answer(hit('new')))
    expect(opened).toMatchObject([{ line: { row: { url: '/page/new' } } }])
  })

  test('during a burst sends the query at once', () => {
    const { asked, controller } = start()
    controller.type('a')
    controller.type('ab')
    controller.enter('here')
    expect(asked.map(({ query }) => query)).toEqual(['a', 'ab'])
  })

  test.each<[string, (reader: ReturnType<typeof start>) => void | Promise<void>]>([
    ['one more letter', ({ controller }) => controller.type('ab')],
    [
      'an error',
      async ({ controller, asked }) => {
        await asked[0]?.fail(new SearchError('unreachable', 'No host answers.'))
        controller.retry()
      },
    ],
    [
      'an answer without hits',
      async ({ controller, asked }) => {
        await asked[0]?.answer(answer())
        controller.type('b')
      },
    ],
    [
      'closing',
      ({ controller }) => {
        controller.rest()
        controller.wake()
      },
    ],
    ['another filter', ({ controller }) => controller.filter('version', '2')],
  ])('has no effect after %s', async (_, cancel) => {
    const reader = start()
    const { clock, asked, controller, opened } = reader
    controller.type('a')
    controller.enter('here')
    clock.advance(1000)
    await cancel(reader)
    expect(asked).toHaveLength(2)
    await asked[1]?.answer(answer(hit('one')))
    expect(controller.state().results?.groups).toHaveLength(1)
    expect(opened).toEqual([])
  })
})

describe('groups', () => {
  const section = (number: number): Hit => ({
    objectID: String(number),
    url: `/page#${number}`,
    type: 'lvl2',
    hierarchy: { lvl0: 'Guides', lvl1: 'Page', lvl2: `Section ${number}` },
  })

  test('a page shows five rows and a line for more, and Enter on that line shows all rows and opens none', async () => {
    const { asked, controller, opened } = start()
    const lines = () => visibleLines(controller.state()).map((line) => (line.type === 'row' ? line.row.url : line.type))
    controller.type('a')
    await asked[0]?.answer(answer(...Array.from({ length: 8 }, (_, number) => section(number))))
    expect(lines()).toEqual(['/page#0', '/page#1', '/page#2', '/page#3', '/page#4', 'more'])
    controller.moveTo(99)
    expect(controller.state().active).toBe(5)
    controller.enter('here')
    expect(opened).toEqual([])
    expect(lines()).toEqual(Array.from({ length: 8 }, (_, number) => `/page#${number}`))
    controller.moveTo(99)
    expect(controller.state().active).toBe(7)
  })
})

describe('closing', () => {
  test('aborts the request; reopening sends an unanswered query again and keeps an answered one', async () => {
    const { clock, asked, controller, titles } = start()
    controller.type('a')
    controller.rest()
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(controller.state().status).toBe('idle')
    controller.wake()
    await asked[1]?.answer(answer(hit('one')))
    controller.rest()
    controller.wake()
    clock.advance(1000)
    expect(asked).toHaveLength(2)
    expect(titles()).toEqual(['one'])
  })
})

describe('the query', () => {
  test.each([
    ['a'.repeat(65), 64],
    ['a'.repeat(64), 64],
    [`${'a'.repeat(63)}😀`, 63],
  ])('has at most 64 characters and splits no surrogate pair', (text, length) => {
    const { controller } = start()
    controller.type(text)
    expect(controller.state().query).toHaveLength(length)
  })

  test('suggestions are queries with hits and page titles of this session, but no query without hits', async () => {
    const { clock, asked, controller } = start()
    const search = async (query: string, ...titles: string[]): Promise<void> => {
      controller.type(query)
      await asked.at(-1)?.answer(answer(...titles.map(hit)))
      clock.advance(1000)
    }
    await search('inst', 'Installation')
    await search('instx')
    await search('instxy')
    expect(controller.suggestions()).toEqual(['inst', 'Installation'])
  })

  test('after a filter is set and removed, the list is selectable again', async () => {
    const { asked, controller } = start({ facets: [{ key: 'version' }] })
    controller.type('a')
    await settle()
    await asked[0]?.answer(answer(hit('one')))
    controller.filter('version', '1')
    expect(isCurrent(controller.state())).toBe(false)
    controller.filter('version', undefined)
    expect(isCurrent(controller.state())).toBe(true)
  })
})
