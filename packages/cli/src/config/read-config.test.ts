import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { configFolder, ignoredConfig, readConfig } from './read-config.ts'
import { configEntries } from './schema.ts'

let folder = ''
beforeEach(() => void (folder = folderOf()))

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

test('a folder without a configuration has the defaults', async () => {
  expect(await readConfig(folder)).toEqual({ index: 'docs', base: '/' })
})

test('JSON and TypeScript configurations give the same result', async () => {
  await write('other.json', '{ "title": "Gears", "base": "/g/" }')
  await write(
    'docent.config.ts',
    `interface Site { title: string; base: string }\nexport default { title: 'Gears', base: '/g/' } satisfies Site`,
  )
  const expected = { title: 'Gears', index: 'docs', base: '/g/' }
  expect(await readConfig(folder)).toEqual(expected)
  expect(await readConfig(folder, join(folder, 'other.json'))).toEqual(expected)
})

test.for([
  [String.raw`{ "\nx-evil: 1": 1 }`, /there is no key "\\u000ax-evil: 1"; the keys are title/],
  ['{ "titel": "Gears" }', /there is no key "titel"; did you mean "title"\?/],
  ['{ "sidebarOrder": 1 }', /there is no key "sidebarOrder"; the keys are title, index/],
  ['{ "links": [{ "url": "/a" }] }', /: "links.0.text" is missing; "links.0" must be an object, as in/],
  ['{ "links": [{ "text": "A", "href": "/a" }] }', /"links.0.(?:url" is missing|href")/],
  ['{ "search": { "apiKey": "k" } }', /: "search.hosts" is missing; "search" must be an object with "hosts"/],
  ['{ "title": 3 }', /"title" must be a text/],
  ['{ "title": "" }', /"title" must not be empty/],
  ['{ "base": "docs" }', /"base" must begin and end with a slash/],
  ['{ "missingResultsUrl": "javascript:alert(1)" }', /"missingResultsUrl" must be an http or https address/],
  ['{ "links": [{ "text": "Code" }] }', /"links.0.url" /],
  ['{ "redirects": { "/../old": "/new" } }', /must be a path of the site/],
  ['{ "redirects": { "/%2e%2e/old": "/new" } }', /must be a path of the site/],
  ['{ "redirects": { "/.git/hooks": "/new" } }', /must be a path of the site/],
  [
    '{ "links": [{ "text": "Code", "url": "/x", "icon": "rocket" }] }',
    /"links.0.icon" must be one of arrow-up-right, /,
  ],
  ['{ "links": [{ "text": "Code", "url": "javascript:alert(1)" }] }', /"links.0.url" must be an address/],
  ['{ "logo": "logo.svg" }', /"logo" must be an image/],
  ['{ "hue": 400 }', /"hue" must be 0 to 360/],
  ['{ "backend": "opensearch" }', /"backend" must be \{ "type": "embedded" \}, or/],
  ['{ "backend": { "type": "sqlite" } }', /"backend.type" must be/],
  ['{ "backend": { "type": "opensearch", "nodes": [] } }', /"backend.nodes" must name a node/],
  ['{ "backend": { "type": "opensearch", "nodes": ["search-1"] } }', /"backend.nodes.0" must be an http or https/],
  ['{ "backend": { "type": "opensearch", "nodes": ["http://a"], "prefix": "-x" } }', /"backend.prefix" must be of a-z/],
  ['{ "backend": { "type": "opensearch", "nodes": ["http://a"], "shards": 0 } }', /"backend.shards" must be a whole/],
  ['{ "semantic": "https://a.example" }', /"semantic" must be an object with "url" and "model"; the key is in DOCENT_/],
  ['{ "semantic": { "url": "https://a.example/v1/embeddings" } }', /"semantic.model"/],
  ['{ "semantic": { "url": "a.example", "model": "m" } }', /"semantic.url" must be an http or https address/],
  ['{ "semantic": { "url": "https://a:b@c.example/v1/embeddings", "model": "m" } }', /must not hold credentials/],
  ['{ "semantic": { "url": "https://a.example/v1/embeddings", "model": "m", "key": "k" } }', /"semantic.key"/],
  ['{ "trustedProxies": ["proxy.example"] }', /"trustedProxies.0" must be an IP address or a range/],
  ['{ "trustedProxies": ["10.0.0.0/33"] }', /"trustedProxies.0" must be an IP address or a range/],
  ['{ "editUrl": "https://example.com/edit" }', /"editUrl" must be .* with \{file\} in it/],
  ['{ "components": { "Card": { "as": "crd" } } }', /"components.Card.as" must be one of badge, button, /],
  ['{ "components": { "Card": { "as": "card", "titel": "x" } } }', /"components.Card.titel"/],
  ['{ "components": { "Card": { "as": "card", "title": "a  b" } } }', /"components.Card.title" must be names of/],
  ['{ "components": { "a b": { "as": "card" } } }', /"components.a b" must be names of components/],
  ['{ "components": ["Card"] }', /"components/],
  [
    '{ "crawl": { "start": "https://docs.example.com", "every": "6 hours" } }',
    /"crawl.every" must be minutes, hours or/,
  ],
  [
    '{ "crawl": { "start": "https://docs.example.com", "every": "6h", "maxAge": "360m" } }',
    /"crawl.maxAge" must be longer than "every"/,
  ],
  ['{ "crawl": { "webhook": "ftp://example.com" } }', /"crawl.webhook" must be an http or https/],
  ['{ "crawl": { "strat": "https://docs.example.com" } }', /there is no key "crawl.strat"; "crawl" must be an object/],
  ['{ "crawl": "https://docs.example.com" }', /"crawl" must be an object/],
  ['[]', /it must be an object|there is no key/],
  ['{ "title": ', /docent\.config\.json cannot be read: .*; correct the file\.$/],
] as const)('%s is refused, and the message names file and key', async ([text, message]) => {
  await write('docent.config.json', text)
  await expect(readConfig(folder)).rejects.toThrow(message)
  await expect(readConfig(folder)).rejects.toThrow(folder)
})

test('the message of unreadable JSON is one line, also where it quotes a line break', async () => {
  await write('docent.config.json', ':::x\n{"title": 1}')
  await expect(readConfig(folder)).rejects.toThrow(/^[^\n]*docent\.config\.json cannot be read: [^\n]*$/)
})

test('a named configuration file must exist', async () => {
  await expect(readConfig(folder, join(folder, 'none.json'))).rejects.toThrow(/none\.json does not exist/)
})

test('a repository may have the configuration beside the pages', async () => {
  await mkdir(join(folder, 'docs'))
  await write('README.md', '# Read me')
  await write('docs/a.md', '# A')
  await write('docs/docent.config.json', '{ "title": "Beside" }')
  expect((await readConfig(folder)).title).toBe('Beside')
  expect(configFolder(folder)).toBe(join(folder, 'docs'))
  expect(configFolder(folder, join(folder, 'docs/docent.config.json'))).toBe(folder)
  expect(ignoredConfig(folder, join(folder, 'docs'))).toBeUndefined()
  await write('docent.config.json', '{ "title": "Top" }')
  expect((await readConfig(folder)).title).toBe('Top')
  expect(configFolder(folder)).toBe(folder)
})

test('a configuration that is not read is named in one sentence', async () => {
  const docs = join(folder, 'docs')
  await mkdir(docs)
  await write('docs/a.md', '# A')
  expect(ignoredConfig(docs, docs)).toBeUndefined()
  await write('docent.config.json', '{}')
  expect(ignoredConfig(docs, docs)).toMatch(
    /docent\.config\.json is not read, since it is above the docs folder; name it/,
  )
  expect(ignoredConfig(docs, docs, join(folder, 'docent.config.json'))).toBeUndefined()
  await write('docs/docent.config.js', '')
  await write('docs/docent.config.json', '{}')
  expect(ignoredConfig(docs, docs)).toMatch(
    /docs.docent\.config\.json is not read, since .*docent\.config\.js is; name it/,
  )
})

test('a configuration between the named folder and the pages is named as well', async () => {
  const pages = join(folder, 'website/docs')
  await mkdir(pages, { recursive: true })
  await write('website/docent.config.json', '{}')
  expect(ignoredConfig(folder, pages)).toMatch(
    /website.docent\.config\.json is not read, since it is above the docs folder/,
  )
})

test('the documentation lists exactly the keys, with their defaults', () => {
  const page = readFileSync(new URL('../../../../docs/reference/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| /gm)].map(([, key, value]) => [key, value] as const)
  const documented = new Map(rows)
  expect([...documented.keys()].toSorted()).toEqual(Object.keys(configEntries).toSorted())
  for (const [key, { default: value }] of Object.entries(configEntries))
    if (value !== undefined) expect(documented.get(key)).toBe(`\`${String(value)}\``)
})
