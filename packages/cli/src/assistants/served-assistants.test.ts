import type { LogEvent } from '@docent/server'
import { expect, test, vi } from 'vitest'
import { servedAssistants } from './served-assistants.ts'

test('invalid requests are one line of the log a second, however many they are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const events: LogEvent[] = []
  const assistants = servedAssistants({
    index: 'docs',
    base: '/',
    host: '127.0.0.1',
    config: () => ({}),
    publicKey: () => 'key',
    log: (event) => events.push(event),
  })
  const sender = { search: () => Promise.reject(new Error('unused')), seesPart: false, count: () => undefined }
  for (let i = 0; i < 50; i++)
    await assistants.answer(new Request('http://127.0.0.1/_docent/mcp', { method: 'POST', body: 'x' }), sender)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(events).toMatchObject([{ level: 'warn', event: 'assistant-failed', count: 50 }])
})
