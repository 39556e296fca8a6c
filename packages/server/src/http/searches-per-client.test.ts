import { expect, test } from 'vitest'
import { createSearchesPerClient } from './searches-per-client.ts'

const refused = (message: string): Error => expect.objectContaining({ status: 429, retryAfter: 1, message }) as Error

test('the refusal of a client with too many searches of its own names the reason', async () => {
  let most = 2
  const searches = createSearchesPerClient((own) => own < most)
  const end = Promise.withResolvers<string>()
  const ask = (client: string): Promise<string> => searches.run(client, () => end.promise)
  const answered = [ask('a'), ask('a'), ask('b'), ask(''), ask(''), ask('')]
  await expect(ask('a')).rejects.toThrow(refused('Too many searches of this address at the same time; try again'))
  most = 0
  for (const client of ['a', 'c', ''])
    await expect(ask(client)).rejects.toThrow(refused('Too many searches at the same time; try again'))
  most = 2
  end.resolve('found')
  expect(await Promise.all(answered)).toEqual(Array.from({ length: 6 }, () => 'found'))
  expect(await ask('a')).toBe('found')
})
