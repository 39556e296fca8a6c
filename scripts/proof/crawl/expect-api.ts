/** The documented members that a crawl of an API reference must find, from the search index that the generator writes beside the pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { decode } from '../decode.ts'
import { pagePath } from './plain.ts'

/** A member of an API, or a type with a page of its own. */
export interface ExpectedMember {
  /** As `pagePath` spells it. */
  path: string
  /** Empty for the page. */
  anchor: string
  /** Its name, without parameters. */
  name: string
}

/** Reads the members of a built reference, by generator. */
export const MEMBERS: Readonly<Record<string, (out: string) => ExpectedMember[]>> = { javadoc, rustdoc, typedoc }

/** The value of the first assignment of a list or a string in a script of data. */
function dataOf(file: string, name: string): unknown {
  const text = readFileSync(file, 'utf8')
  const start = text.slice(text.indexOf(name) + name.length).replace(/^\s*=\s*/, '')
  const end = Math.max(start.lastIndexOf(']'), start.lastIndexOf('"'))
  return JSON.parse(start.slice(0, end + 1))
}

function javadoc(out: string): ExpectedMember[] {
  const members = dataOf(join(out, 'member-search-index.js'), 'memberSearchIndex') as Record<string, string>[]
  return members.map(({ p = '', c = '', l = '', u }) => ({
    path: `/${p.replaceAll('.', '/')}/${c}`,
    anchor: decode(u ?? l),
    name: l.replace(/\(.*$/, ''),
  }))
}

function typedoc(out: string): ExpectedMember[] {
  const packed = dataOf(join(out, 'assets/search.js'), 'searchData') as string
  const { rows } = JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString()) as {
    rows: { name: string; url: string }[]
  }
  return rows.map(({ name, url }) => {
    const [path = '', anchor = ''] = url.split('#')
    return { path: pagePath(`/${path}`, '/'), anchor, name }
  })
}

function rustdoc(out: string): ExpectedMember[] {
  const methods = /<section id="((?:method|tymethod)\.([^"]+))" class="method"/g
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/(?:struct|trait|enum)\.[^/]+\.html$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(out, file), 'utf8').matchAll(methods)]
        // Methods of other crates' traits repeat their documentation on every type.
        .map(([, anchor = '', name = '']) => ({
          path: pagePath(`/${file}`, '/'),
          anchor,
          name: name.replace(/-\d+$/, ''),
        })),
    )
}
