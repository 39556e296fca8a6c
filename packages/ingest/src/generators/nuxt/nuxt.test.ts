import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf } from '../../testing/outline.ts'

describe('Nuxt Content', () => {
  test('numbers order and have no part in addresses; .navigation.yml and front matter name and hide', async () => {
    const docs = await readFiles({
      'nuxt.config.ts': "export default defineNuxtConfig({ modules: ['@nuxt/content'], site: { name: 'Harbour' } })",
      'content/index.md': '---\ntitle: Home\n---\nWelcome.\n',
      'content/2.guide/.navigation.yml': 'title: The guide\ndefaultOpen: true\n',
      'content/2.guide/1.index.md': '---\ntitle: Overview\nnavigation:\n  title: Over\n---\nText.\n',
      'content/2.guide/10.Last one.md': '# Last',
      'content/2.guide/2.first.md': '# First\n\n[Last](/guide/last-one)\n',
      'content/1.start.md': '# Start',
      'content/3.hidden/.navigation.yml': 'navigation: false\n',
      'content/3.hidden/a.md': '# Hidden',
      'content/4.gone.md': '---\nnavigation: false\n---\n# Gone',
    })
    expect(docs.generator).toEqual({ kind: 'docus', file: 'nuxt.config.ts' })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual([
      '/ index.md', '/gone 4.gone.md', '/guide 2.guide/1.index.md', '/guide/first 2.guide/2.first.md',
      '/guide/last-one 2.guide/10.Last one.md', '/hidden/a 3.hidden/a.md', '/start 1.start.md',
    ]) // prettier-ignore
    expect(outlineOf(docs)).toEqual([
      'Home /', 'Start /start', 'The guide +', '  Over /guide', '  First /guide/first', '  Last /guide/last-one',
    ]) // prettier-ignore
    expect(docs.problems).toEqual([])
    expect(docs.files.find(({ file }) => file === '2.guide/.navigation.yml')?.role).toBe('configuration')
  })
  test.each(['docus', '@nuxt-themes/docus'])('Docus is recognised by its package %s', async (name) => {
    const docs = await readFiles({
      'package.json': JSON.stringify({ dependencies: { [name]: '5.0.0' } }),
      'app/app.config.ts': "export default defineAppConfig({ header: { title: 'Quay' } })",
      'content/index.md': '# Welcome',
    })
    expect(docs.generator).toEqual({ kind: 'docus', file: 'package.json', theme: 'Docus' })
    expect(docs.title).toBe('Quay')
  })
  test('undocs is recognised by its settings, which are beside the pages', async () => {
    const docs = await readFiles({
      'docs/.config/docs.yaml': 'name: Harbour\nurl: https://harbour.example\nredirects:\n  /usage: /guide\n',
      'docs/1.guide/1.index.md': '# Guide\n\n[Memory](/drivers/memory) ![a](/a.png)\n',
      'docs/1.guide/.navigation.yml': 'title: The guide\n',
      'docs/2.drivers/memory.md':
        '# Memory\n\n::pm-install{name="it"}\n::\n\n:pm-x{command="it start"}\n\n:read-more{to="/guide" title="The guide"}\n',
      'docs/.docs/public/a.png': 'x',
      'docs/.docs/notes.md': '# No page',
    })
    expect(docs.generator).toEqual({ kind: 'docus', file: 'docs/.config/docs.yaml', theme: 'undocs' })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual(['/drivers/memory 2.drivers/memory.md', '/guide 1.guide/1.index.md'])
    expect(outlineOf(docs)[0]).toBe('The guide')
    expect(docs.pages.find(({ url }) => url === '/guide')?.aliases).toContain('/usage')
    expect(docs.assets.map(({ url }) => url)).toEqual(['/a.png'])
    const html = await renderArticle(
      docs,
      docs.pages.find(({ url }) => url === '/drivers/memory')!,
    )
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/npm install it[^]*npx it start/)
    expect(html).toContain('<a href="/guide">The guide</a>')
    expect(docs.problems).toEqual([])
  })
})

test('a heading of level 2 with others of its level is a section; the title is the name of the file', async () => {
  const docs = await readFiles({
    'nuxt.config.ts': "export default defineNuxtConfig({ modules: ['@nuxt/content'] })",
    'content/index.md': '# Start\n',
    'content/1.badge.md': '---\ndescription: A badge.\n---\n\n## Usage\n\n### One\n\n## API\n',
    'content/2.card.md': '## The card\n\n### One\n',
  })
  expect(docs.pages.map(({ title }) => title)).toEqual(['Start', 'Badge', 'The card'])
})

test('numbered folders with notes are read without a configuration; signs of names are words in addresses', async () => {
  const docs = await readFiles({
    'docs/1.start/.navigation.yml': 'title: Begin\n',
    'docs/1.start/01.install.md': '# Install\n\n::note\nText\n::\n',
    'docs/2.api/$call.md': '# $call\n',
    'docs/2.api/rest & more.md': '# REST\n',
  })
  expect(docs.generator).toEqual({ kind: 'docus' })
  expect(docs.pages.map(({ url }) => url)).toEqual(['/start/install', '/api/dollarcall', '/api/rest-and-more'])
  expect(outlineOf(docs)).toEqual([
    'Begin',
    '  Install /start/install',
    'API',
    '  $call /api/dollarcall',
    '  REST /api/rest-and-more',
  ])
  expect(docs.problems).toEqual([])
})
