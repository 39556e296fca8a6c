/** The terms of indexes are fetched before their first search. */
import { expect, test, vi } from 'vitest'
import { RECORDS, SETTINGS, fill, idsOf, published, saves } from '../../../server/src/backend/conformance/context.ts'
import { cut, serversOver, type Watch } from '../testing/open-backends.ts'
import { withOpenSearch } from '../testing/shared-cluster.ts'

const asksForTerms = (...[, path, { body }]: Parameters<Watch>): boolean =>
  path.endsWith('/_search') && JSON.stringify(body ?? '').includes('"search.words"')

/** A watch that adds the indexes whose terms are requested to `asked`, in order. */
function recording(asked: string[], then: () => void | Promise<void> = () => undefined): Watch {
  return (...request) => {
    if (!asksForTerms(...request)) return undefined
    asked.push(String(request[1].split('/')[1]))
    return then()
  }
}

const fetched = (asked: readonly string[], count: number): Promise<void> =>
  vi.waitFor(() => expect(asked).toHaveLength(count), 20_000)

withOpenSearch('the terms of indexes', (shared) => {
  const servers = serversOver(shared)

  test('are fetched when a server starts, those of small indexes first, so that the first search already finds typos', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'large')
    await published(writer, await writer.write(saves('small', RECORDS.slice(0, 1))))
    await published(writer, await writer.write([{ action: 'clear', index: 'empty' }, ...saves('empty', RECORDS)]))
    await published(writer, await writer.write([{ action: 'clear', index: 'empty' }]))
    const asked: string[] = []
    const { backend, cluster } = await open({ fetchesAhead: true }, recording(asked))
    await fetched(asked, 3)
    const generations = (await backend.figures()).indexes
    const sizes = asked.map(
      (target) => generations.find(({ generation }) => target.endsWith(`-g${generation}`))?.records,
    )
    expect(sizes).toEqual([0, 1, 3])
    cluster.watch = (...request) => (asksForTerms(...request) ? cut() : undefined)
    expect(await idsOf(backend, 'small', 'instal servr')).toEqual(['a'])
    expect(await idsOf(backend, 'empty', 'servr')).toEqual([])
    expect(await idsOf(backend, 'large', 'configre')).toEqual(['b'])
  })

  test('are fetched after a write of another server, and after a switch of the generation', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'docs')
    const asked: string[] = []
    const { backend, cluster } = await open({ fetchesAhead: true }, recording(asked))
    await fetched(asked, 1)
    await published(writer, await writer.write(saves('docs', [{ objectID: 'd', title: 'Kubernetes' }])))
    await fetched(asked, 2)
    expect(await idsOf(backend, 'docs', 'kubernets')).toEqual(['d'])
    // Other searchable attributes: all documents are written again.
    await writer.waitForTask((await writer.updateSettings('docs', { searchableAttributes: ['content'] })).taskID)
    // The terms of the old generation may be fetched once more before the switch.
    await vi.waitFor(() => expect(new Set(asked).size).toBe(2), 20_000)
    cluster.watch = (...request) => (asksForTerms(...request) ? cut() : undefined)
    expect(await idsOf(backend, 'docs', 'linx')).toEqual(['a'])
  })

  test('do not hide records with terms that are not fetched yet', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'docs')
    const asked: string[] = []
    const answer = Promise.withResolvers<void>()
    const { backend, cluster } = await open({ fetchesAhead: true }, recording(asked))
    await fetched(asked, 1)
    expect(await idsOf(backend, 'docs', 'servr')).toEqual(['a', 'b', 'c'])
    cluster.watch = recording(asked, () => answer.promise)
    const written = await writer.write(saves('docs', [{ objectID: 'd', title: 'Kubernetes' }]))
    await published(backend, written)
    expect(await idsOf(backend, 'docs', 'kubernetes')).toEqual(['d'])
    expect(await idsOf(backend, 'docs', 'servr')).toEqual(['a', 'b', 'c'])
    answer.resolve()
  })

  test('cause no failure of a start or a search while they cannot be fetched, and are fetched later', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'docs')
    const asked: string[] = []
    const told: string[] = []
    const log = ({ event }: { event: string }): void => void told.push(event)
    const { backend, cluster } = await open({ fetchesAhead: true, log }, recording(asked, cut))
    expect(await backend.readiness()).toEqual({ ready: true })
    await vi.waitFor(() => expect(told).toContain('terms-not-fetched'), 20_000)
    expect(await idsOf(backend, 'docs', 'server')).toEqual(['a', 'b', 'c'])
    const tries = asked.length
    cluster.watch = recording(asked)
    await fetched(asked, tries + 1)
    expect(await idsOf(backend, 'docs', 'servr')).toEqual(['a', 'b', 'c'])
    expect(told.filter((event) => event === 'terms-not-fetched')).toHaveLength(1)
  })

  test('are not requested after the end of a server, which does not wait for them', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'docs')
    await fill(writer, 'others')
    const asked: string[] = []
    const answer = Promise.withResolvers<void>()
    const { backend } = await open(
      { fetchesAhead: true },
      recording(asked, () => answer.promise),
    )
    await fetched(asked, 1)
    await backend.close()
    answer.resolve()
    // When another server has fetched them, this one would also have sent its next request.
    const askedByOther: string[] = []
    await open({ fetchesAhead: true }, recording(askedByOther))
    await fetched(askedByOther, 2)
    expect(asked).toHaveLength(1)
  })

  test('are not fetched by a backend without `fetchesAhead`', async () => {
    const { open } = servers()
    const { backend: writer } = await open()
    await fill(writer, 'docs')
    const asked: string[] = []
    const { backend } = await open({}, recording(asked))
    await backend.waitForTask((await writer.updateSettings('docs', SETTINGS)).taskID)
    expect(asked).toEqual([])
    expect(await idsOf(backend, 'docs', 'servr')).toEqual(['a', 'b', 'c'])
    expect(asked).toHaveLength(1)
  })
})
