/** Values that break programs: texts, numbers and JSON at the limits. */

import type { Random } from './random.ts'

const TEXTS: readonly string[] = [
  '',
  ' ',
  '*',
  '"',
  "'",
  '\\',
  '/',
  '%',
  '%00',
  '%2e%2e%2f',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '\u0000',
  '\u001B[31m',
  '\r\nx-evil: 1',
  '\uD800',
  '\uFFFE',
  '\u202E',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'é́́́',
  'ﷺ',
  '中文字',
  'ไทย',
  'install',
  'C++',
  '--host',
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  "' OR 1=1 --",
  'a'.repeat(600),
  'a b '.repeat(200),
  '中'.repeat(300),
  '"a'.repeat(100),
  '('.repeat(300),
  'lang:en',
  'NOT lang:en',
  'lang:en OR lang:de AND (lang:fr)',
  'a:b AND '.repeat(60),
  '-'.repeat(500),
  'price > 1',
  'price:1 TO 5',
]

/** A text: mostly one of the awkward texts above, else a few random code units. */
export function randomText(random: Random): string {
  if (random.chance(0.7)) return random.pick(TEXTS)
  const length = random.int(12)
  return Array.from({ length }, () => String.fromCharCode(random.int(random.chance(0.8) ? 128 : 0x1_0000))).join('')
}

const NUMBERS: readonly number[] = [0, -1, 1, 2, 20, 1000, 1001, 0.5, -0, 1e21, 2 ** 31, 2 ** 53, Number.MAX_VALUE]

/** Any JSON value, at most `depth` levels deep. */
export function randomValue(random: Random, depth = 3): unknown {
  const kind = random.int(depth > 0 ? 9 : 6)
  if (kind < 3) return randomText(random)
  if (kind === 3) return random.pick(NUMBERS)
  if (kind === 4) return random.chance(0.5)
  if (kind === 5) return null
  const length = random.chance(0.05) ? 300 : random.int(4)
  if (kind < 8) return Array.from({ length }, () => randomValue(random, depth - 1))
  return randomObject(random, length, depth)
}

/** An object with awkward names. With `toString` among them it cannot be converted to a text. */
function randomObject(random: Random, length: number, depth: number): Record<string, unknown> {
  const entries = Array.from({ length }, () => [randomText(random), randomValue(random, depth - 1)] as const)
  return Object.fromEntries(entries)
}
