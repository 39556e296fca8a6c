import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readEvents } from './read-events.ts'

const EVENT = { eventType: 'view', eventName: 'Seen', index: 'docs', userToken: 'u' }
/** An event that InstantSearch sends with each page, without attributes that stored events require. */
const OTHER = { eventType: 'instantsearch', eventName: 'x', widgets: ['ais.hits'] }

test('events of types that are not stored are counted and omitted', () => {
  expect(readEvents({ events: [OTHER, EVENT, OTHER] })).toEqual({ events: [EVENT], dropped: 2 })
  expect(readEvents({ events: [OTHER] })).toEqual({ events: [], dropped: 1 })
  expect(readEvents({ events: [EVENT] })).toEqual({ events: [EVENT], dropped: 0 })
})

const many = Array.from({ length: LIMITS.eventsPerRequest + 1 }, () => OTHER)

test.each<[unknown, string]>([
  [{ events: [{ ...EVENT, eventType: 7 }] }, 'events.0.eventType'],
  [{ events: [{ eventName: 'x' }] }, 'events.0.eventType'],
  [{ events: [OTHER, { ...EVENT, userToken: '@' }] }, 'userToken'],
  [{ events: many }, 'events'],
  [{ events: [] }, 'events'],
  [{}, 'events'],
  [null, 'The body'],
])('invalid events are refused: %#', (body, place) => {
  const refused = expect.objectContaining({ status: 422, message: expect.stringContaining(place) as string }) as Error
  expect(() => readEvents(body)).toThrow(refused)
})
