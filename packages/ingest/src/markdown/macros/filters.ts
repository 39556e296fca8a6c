/** Filters of Liquid and Jekyll that turn a text into a text. Others leave it unchanged. */
import { replaceEach } from './text-limit.ts'

type Filter = (text: string, given: readonly string[]) => string

/** By name. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  // Docent serves a site from its top.
  ['relative_url', (text) => (/^[a-z]+:/i.test(text) || text.startsWith('/') ? text : `/${text}`)],
  ['absolute_url', (text) => (/^[a-z]+:/i.test(text) || text.startsWith('/') ? text : `/${text}`)],
  ['upcase', (text) => text.toUpperCase()],
  ['downcase', (text) => text.toLowerCase()],
  ['capitalize', (text) => text.charAt(0).toUpperCase() + text.slice(1)],
  ['append', (text, [more = '']) => text + more],
  ['prepend', (text, [more = '']) => more + text],
  ['remove', (text, [part = '']) => (part === '' ? text : text.replaceAll(part, ''))],
  ['remove_first', (text, [part = '']) => text.replace(part, '')],
  ['replace', (text, [part = '', by = '']) => (part === '' ? text : replaceEach(text, part, by))],
  ['replace_first', (text, [part = '', by = '']) => text.replace(part, () => by)],
  ['strip', (text) => text.trim()],
  ['lstrip', (text) => text.trimStart()],
  ['rstrip', (text) => text.trimEnd()],
  ['strip_newlines', (text) => text.replaceAll(/\r?\n/g, '')],
  ['normalize_whitespace', (text) => text.replaceAll(/\s+/g, ' ')],
  [
    'truncate',
    (text, [units = '50', end = '...']) =>
      text.length <= Number(units) ? text : text.slice(0, Math.max(0, Number(units) - end.length)) + end,
  ],
  ['truncatewords', (text, [words = '15', end = '...']) => firstWords(text, Number(words), end)],
  ['size', (text) => String(text.length)],
  ['plus', (text, [other = '0']) => String(Number(text) + Number(other))],
  ['minus', (text, [other = '0']) => String(Number(text) - Number(other))],
  ['times', (text, [other = '1']) => String(Number(text) * Number(other))],
  [
    'slugify',
    (text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, ''),
  ],
  ['url_encode', (text) => encodeURIComponent(text)],
  ['uri_escape', (text) => encodeURI(text)],
  ['jsonify', (text) => JSON.stringify(text)],
  ['date', (text, [pattern = '']) => dateText(text, pattern)],
  ['date_to_string', (text) => dateText(text, '%d %b %Y')],
  ['date_to_long_string', (text) => dateText(text, '%d %B %Y')],
])

function firstWords(text: string, count: number, end: string): string {
  const words = text.trim().split(/\s+/)
  return words.length <= count ? text : words.slice(0, count).join(' ') + end
}

/** A date in the form of a pattern: `%Y-%m-%d`, `%B %e, %Y`. A text that is no date stays. */
function dateText(text: string, pattern: string): string {
  const time = text === 'now' || text === 'today' ? Date.now() : Date.parse(text)
  if (Number.isNaN(time) || pattern === '') return text
  const date = new Date(time)
  const named = (options: Intl.DateTimeFormatOptions): string =>
    date.toLocaleDateString('en', { ...options, timeZone: 'UTC' })
  const two = (value: number): string => String(value).padStart(2, '0')
  const parts: Record<string, string> = {
    Y: String(date.getUTCFullYear()),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    e: String(date.getUTCDate()),
    B: named({ month: 'long' }),
    b: named({ month: 'short' }),
    A: named({ weekday: 'long' }),
    a: named({ weekday: 'short' }),
    H: two(date.getUTCHours()),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
  }
  return pattern.replaceAll(/%-?([A-Za-z])/g, (whole, sign: string) => parts[sign] ?? whole)
}
