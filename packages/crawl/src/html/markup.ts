/** Writes a page of HTML from the data that the scripts of a page would show. */
import { tableOf } from '@docent/ingest/data'

/** A table of parsed data. */
export type Table = Readonly<Record<string, unknown>>

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The tables of a list; none for any other value. */
export function tablesIn(value: unknown): Table[] {
  return Array.isArray(value)
    ? value.flatMap((one: unknown): Table[] => [tableOf(one)].filter((table) => table !== undefined))
    : []
}

/** An element with a text or with inner HTML. @param html its content. @param attributes a value of `undefined` is left out. */
export function element(
  name: string,
  html: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(value)}"`,
  )
  return `<${name}${written.join('')}>${html}</${name}>`
}

/** The parts of a page. */
interface Parts {
  /** The kind of the data, by which a layout knows the page. */
  kind: 'apidoc' | 'docc' | 'openapi'
  title: string
  /** The name of the part of the docs with the page. */
  group?: string
  main: string
  /** Links that are no text of the page. */
  links?: string
}

/** A whole page. */
export function pageOf({ kind, title, group, main, links = '' }: Parts): string {
  const named = group === undefined ? '' : element('header', escaped(group))
  const body = element(
    'body',
    `${named}${element('main', element('h1', escaped(title)) + main)}${element('nav', links)}`,
    {
      'data-made-from': kind,
    },
  )
  return `<!doctype html><html><head>${element('title', escaped(title))}</head>${body}</html>`
}
