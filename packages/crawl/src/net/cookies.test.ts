import { expect, test } from 'vitest'
import { nextCookies } from './cookies.ts'

const NOW = Date.parse('2026-01-02T00:00:00Z')
const next = (sent: string | undefined, ...set: string[]): string | undefined => nextCookies(sent, set, NOW)

test('new cookies replace those of the same name, the others stay', () => {
  expect(next(undefined, 'a=1; Path=/; HttpOnly', 'b = x=y z ;Secure')).toBe('a=1; b=x=y z')
  expect(next('a=1; b=2', 'a=3', 'c=')).toBe('a=3; b=2; c=')
})

test('an answer that changes no cookie leads to no other request', () => {
  expect(next('a=1', 'a=1')).toBeUndefined()
  expect(next(undefined)).toBeUndefined()
  expect(next(undefined, 'a', '=1', '')).toBeUndefined()
})

test('expired cookies are removed', () => {
  expect(next('a=1; b=2', 'a=; Max-Age=0')).toBe('b=2')
  expect(next('a=1; b=2', 'a=; expires=Thu, 01 Jan 1970 00:00:00 GMT')).toBe('b=2')
  expect(next('a=1', 'a=; max-age=-1')).toBe('')
  expect(next('', 'b=1')).toBe('b=1')
  expect(next(undefined, 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60')).toBe('a=1')
  expect(next(undefined, 'a=1; Expires=Sat, 03 Jan 2026 00:00:00 GMT')).toBe('a=1')
})

test('cookies over the limits, and those with signs that no header may have, are left out', () => {
  expect(next(undefined, `a=${'x'.repeat(4095)}`, 'b=1')).toBe('b=1')
  expect(next(undefined, `a=${'x'.repeat(4000)}`, `b=${'x'.repeat(4000)}`, 'c=1')).toBe(`a=${'x'.repeat(4000)}; c=1`)
  const many = Array.from({ length: 30 }, (_, at) => `c${at}=${at}`)
  expect(next(undefined, ...many)).toBe(many.slice(0, 20).join('; '))
  expect(next(undefined, 'a=1\r\nx-forged: 1', 'b=ü', 'c d=1', 'e=\u0000', 'f=1')).toBe('f=1')
})
