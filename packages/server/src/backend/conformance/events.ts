/** Events: stored once, and deleted on request. */
import { expect, test } from 'vitest'
import type { SearchEvent } from '../../wire/operations.ts'
import type { WithBackend } from './context.ts'

/** Registers the groups of this file. */
export function eventsConformance(withBackend: WithBackend): void {
  withBackend('events', (backend) => {
    const event = (userToken: string, more: Partial<SearchEvent> = {}): SearchEvent => ({
      eventType: 'click',
      eventName: 'Hit clicked',
      index: 'docs',
      userToken,
      ...more,
    })

    test('are stored, the latest first, with their time of arrival', async () => {
      await backend().events.add([event('one', { objectIDs: ['a'], positions: [1] }), event('two')])
      const [latest, before] = await backend().events.list(2)
      expect(latest).toEqual({ ...event('two'), receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) })
      expect(before).toMatchObject({ userToken: 'one', objectIDs: ['a'], positions: [1] })
      expect(await backend().figures()).toMatchObject({ storedEvents: 2 })
    })

    test('with a timestamp are stored once; events without one may be repeated', async () => {
      const at = event('three', { timestamp: 1_700_000_000_000 })
      await Promise.all([backend().events.add([at, event('four')]), backend().events.add([at, event('four')])])
      const tokens = (await backend().events.list(3)).map(({ userToken }) => userToken)
      expect(tokens).toEqual(['four', 'four', 'three'])
    })

    test('of one user are deleted on request, by either token, and no others', async () => {
      await backend().events.add([event('anonymous', { authenticatedUserToken: 'two' })])
      await backend().events.deleteUser('two')
      const tokens = (await backend().events.list(100)).map(({ userToken }) => userToken)
      expect(tokens).toEqual(['four', 'four', 'three', 'one'])
    })

    test('are replaced by those of another backend, unchanged', async () => {
      const receivedAt = new Date(Date.now() - 3_600_000).toISOString()
      const stored = [event('old', { timestamp: 1_700_000_000_000 }), event('old'), event('old')].map((one, i) => ({
        ...one,
        positions: [i + 1],
        receivedAt,
      }))
      for (let again = 0; again < 2; again++) {
        await backend().events.adopt(stored)
        expect(await backend().events.list(10)).toEqual(stored.toReversed())
      }
    })
  })
}
