import { parseDocument } from 'htmlparser2'
import { textContent } from 'domutils'
import { selectAll } from 'css-select'
import { expect, test } from 'vitest'
import { readXpath } from './xpath.ts'

const MENU = `<nav><div class="group"><h3>Setup</h3><ul><li><a class="on">Install</a></li></ul></div>
  <div class="group"><h3>Usage</h3><ul><li><a>Run</a></li></ul></div><h3>End</h3></nav>`

/** The texts of the elements that an expression means. */
const found = (xpath: string): string[] | undefined => {
  const read = readXpath(xpath)
  return read && selectAll(read.css, parseDocument(MENU)).map((element) => textContent(element))
}

test('several steps to parents and ancestors', () => {
  expect(found("//nav//*[@class='on']/../../../h3")).toEqual(['Setup'])
  expect(found("//li/a[@class='on']/../../preceding-sibling::h3")).toEqual(['Setup'])
  expect(found("//a[@class='on']/ancestor::ul/../h3")).toEqual(['Setup'])
  expect(found("//a[@class='off']/../../../h3")).toEqual([])
})

test('a step to the parent before the nearest element before it', () => {
  expect(readXpath("//li/a[@class='on']/../../preceding::h3[1]")).toMatchObject({ preceding: 'h3' })
  expect(found("//li/a[@class='on']/../..")).toEqual(['Install'])
})

test('conditions on any element inside', () => {
  expect(found("//nav/div[.//*[@class='on']]/h3")).toEqual(['Setup'])
  expect(found('//nav/div[*]/h3')).toEqual(['Setup', 'Usage'])
  expect(found("//nav/*[not(.//*[@class='on'])]/h3")).toEqual(['Usage'])
})
