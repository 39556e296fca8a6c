/** Quantised vectors and the exact search, against plain arithmetic. */
import { expect, test } from 'vitest'
import { quantise, type Quantised } from './quantise.ts'
import { scan } from './scan.ts'

/** Numbers from 0 to 1 from a seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, v, at) => sum + v * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const vectorsOf = (quantised: readonly Quantised[], dimensions: number) => ({
  dimensions,
  levels: Int8Array.from(quantised.flatMap(({ levels }) => [...levels])),
  scales: Float32Array.from(quantised, ({ scale }) => scale),
})

test.for([1, 2, 3, 7, 64, 255, 256])(
  'the nearest of random vectors with %i dimensions are those of the cosine',
  (length) => {
    const next = random(length)
    const vectors = Array.from({ length: 101 }, () => Array.from({ length }, () => next() - 0.5))
    const query = Array.from({ length }, () => next() - 0.5)
    const quantised = vectors.map((vector) => quantise(vector) as Quantised)
    const rows = Uint32Array.from(vectors.keys())
    const { best, mean, deviation } = scan(vectorsOf(quantised, length), rows, quantise(query) as Quantised, 10)
    const cosines = vectors.map((vector) => cosine(vector, query))
    expect(best).toHaveLength(10)
    for (const { at, similarity } of best) expect(similarity).toBeCloseTo(cosines[at] as number, 1)
    const tenth = cosines.toSorted((a, b) => b - a)[9] as number
    for (const { at } of best) expect(cosines[at]).toBeGreaterThan(tenth - 0.02)
    const average = cosines.reduce((sum, each) => sum + each, 0) / cosines.length
    expect(mean).toBeCloseTo(average, 1)
    const variance = cosines.reduce((sum, each) => sum + (each - average) ** 2, 0) / cosines.length
    expect(deviation).toBeCloseTo(Math.sqrt(variance), 1)
  },
)

test('only the named rows are searched, and of equal ones the first is first', () => {
  const quantised = [
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ].map((vector) => quantise(vector) as Quantised)
  const { best } = scan(vectorsOf(quantised, 2), Uint32Array.of(3, 2, 0), quantise([1, 0]) as Quantised, 2)
  expect(best.map(({ at }) => at)).toEqual([1, 2])
})

test('without rows nothing is found', () => {
  const { best, mean, deviation } = scan(vectorsOf([], 2), new Uint32Array(0), quantise([1, 0]) as Quantised, 2)
  expect([best, mean, deviation]).toEqual([[], 0, 0])
})

test('a longer vector is its first 256 dimensions, normalised', () => {
  const long = Array.from({ length: 1536 }, (_, at) => Math.cos(at))
  const quantised = quantise(long) as Quantised
  expect(quantised.levels).toHaveLength(256)
  const length = Math.hypot(...Array.from(quantised.levels, (level) => level * quantised.scale))
  expect(length).toBeCloseTo(1, 2)
})

test.for([[1e-300], [1e300], [-1e-300]])('values such as %d have a direction', ([value]) => {
  const quantised = quantise([value as number, value as number]) as Quantised
  expect(Math.abs((quantised.levels[0] as number) * quantised.scale)).toBeCloseTo(Math.SQRT1_2, 2)
})

test('zeros have no direction', () => expect(quantise([0, 0, 0])).toBeUndefined())
