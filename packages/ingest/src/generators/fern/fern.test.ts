import { describe, expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { addressesOf, outlineOf, problemsOf } from '../../testing/outline.ts'

const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`

/** `docs.yml` with a part of a navigation. */
const config = (navigation: string, more = ''): string =>
  `instances:\n  - url: https://harbour.docs.example\ntitle: Harbour\n${more}navigation:\n${navigation}`

describe('Fern', () => {
  test('pages are the files that the navigation names, with the addresses of their places', async () => {
    const docs = await readFiles({
      'fern/fern.config.json': '{}',
      'fern/docs.yml': config(
        `  - page: Welcome aboard
    path: pages/home.mdx
  - section: Ships & boats
    contents:
      - page: What's new in v2?
        path: ./pages/new.mdx
      - page: Overview
        path: pages/ships.mdx
        slug: ""
      - page: Rigging
        path: pages/rigging.mdx
        slug: ropes
      - section: Deep water
        slug: deep
        path: pages/deep/own.mdx
        contents:
          - page: LLMs & APIs
            path: pages/deep/apis.md
  - section: Crew
    skip-slug: true
    contents:
      - page: Captain
        path: pages/captain.mdx
      - page: Rigging again
        path: pages/rigging.mdx
`,
      ),
      'fern/pages/home.mdx': 'Text.\n\n## First\n\nText.\n',
      'fern/pages/ships.mdx': page('Ships'),
      'fern/pages/new.mdx': page('News'),
      'fern/pages/rigging.mdx': page('Rigging of ships', 'sidebar-title: Ropes\n'),
      'fern/pages/deep/own.mdx': page('Deep'),
      'fern/pages/deep/apis.md': '# Programs\n\nText.\n',
      'fern/pages/captain.mdx': page('Captain', 'slug: /people/captain\n'),
      'fern/pages/unlisted.mdx': page('Unlisted'),
      'fern/snippets/part.mdx': 'Part.',
      'README.md': '# Repository',
    })
    expect(docs.generator).toEqual({ kind: 'fern', file: 'fern/docs.yml' })
    expect(docs.title).toBe('Harbour')
    expect(addressesOf(docs)).toEqual([
      '/people/captain pages/captain.mdx',
      '/ships-boats pages/ships.mdx',
      '/ships-boats/deep pages/deep/own.mdx',
      '/ships-boats/deep/ll-ms-ap-is pages/deep/apis.md',
      '/ships-boats/ropes pages/rigging.mdx',
      '/ships-boats/whats-new-in-v-2 pages/new.mdx',
      '/welcome-aboard pages/home.mdx',
    ])
    expect(outlineOf(docs)).toEqual([
      'Welcome aboard /welcome-aboard',
      'Ships & boats',
      "  What's new in v2? /ships-boats/whats-new-in-v-2",
      '  Overview /ships-boats',
      '  Ropes /ships-boats/ropes',
      '  Deep water /ships-boats/deep',
      '    LLMs & APIs /ships-boats/deep/ll-ms-ap-is',
      'Crew',
      '  Captain /people/captain',
      '  Ropes /ships-boats/ropes',
    ])
    const titles = Object.fromEntries(docs.pages.map(({ file, title }) => [file, title]))
    expect(titles['pages/home.mdx']).toBe('Welcome aboard')
    expect(titles['pages/deep/apis.md']).toBe('Programs')
    expect(titles['pages/rigging.mdx']).toBe('Rigging of ships')
    expect(problemsOf(docs)).toEqual([])
    expect(docs.files.find(({ file }) => file === 'pages/unlisted.mdx')).toMatchObject({ reason: 'generator-rule' })
  })

  test('tabs, variants, links, hidden parts, icons; the path of the site', async () => {
    const docs = await readFiles({
      'fern/docs.yml': `
instances:
  - url: harbour.docs.example/learn
    custom-domain: [harbour.example/learn]
logo: { light: ./images/light.svg, dark: images/dark.svg }
navbar-links:
  - { type: minimal, text: Forum, url: https://forum.example }
  - { type: github, value: https://github.com/harbour/boats }
  - { type: minimal, text: Inside, url: /learn/start }
tabs:
  guides: { display-name: Guides, skip-slug: true }
  api: { display-name: API reference, slug: api, icon: code }
  secret: { display-name: Secret, hidden: true }
  status: { display-name: Status, href: https://status.example }
navigation:
  - tab: guides
    layout:
      - section: Start
        collapsed: false
        contents:
          - { page: Begin, path: a.mdx }
          - { page: Not yet, path: b.mdx, hidden: true }
          - { link: Inside, href: /learn/api/two/calls }
          - { page: Missing, path: missing.mdx }
  - tab: api
    variants:
      - { title: One, layout: [{ page: Calls, path: one.mdx }] }
      - { title: Two, layout: [{ page: Calls, path: two.mdx }] }
  - tab: secret
    layout: [{ page: Plans, path: plans.mdx }]
  - tab: status
`,
      'fern/a.mdx':
        page('Begin', 'slug: learn/first/begin\n') + '[Calls](/learn/api/one/calls) [start](/learn/start)\n',
      'fern/b.mdx': page('B'),
      'fern/one.mdx': page('One'),
      'fern/two.mdx': page('Two'),
      'fern/plans.mdx': page('Plans'),
      'fern/images/light.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'fern/images/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    expect(addressesOf(docs)).toEqual([
      '/api/one/calls one.mdx',
      '/api/two/calls two.mdx',
      '/first/begin a.mdx',
      '/secret/plans plans.mdx',
      '/start/not-yet b.mdx',
    ])
    expect(outlineOf(docs)).toEqual([
      'Guides', '  Start +', '    Begin /first/begin', '    Inside /api/two/calls',
      'API reference', '  One', '    Calls /api/one/calls', '  Two', '    Calls /api/two/calls',
      'Status https://status.example',
    ]) // prettier-ignore
    expect(docs.navigations[0]?.items[1]?.icon).toBe('code')
    expect(problemsOf(docs)).toEqual(['docs.yml:24 missing-page'])
    expect(docs.logo).toEqual({ light: '/images/light.svg', dark: '/images/dark.svg', hasName: true })
    expect(docs.links).toEqual([
      { text: 'Forum', url: 'https://forum.example' },
      { text: 'GitHub', url: 'https://github.com/harbour/boats' },
    ])
    // The address of a section leads to its first page.
    expect(docs.pages.find(({ file }) => file === 'a.mdx')?.aliases).toContain('/start')
    const records = docs.records.map(({ url }) => url)
    expect(records.some((url) => url.includes('first/begin'))).toBe(true)
    expect(records.some((url) => /plans|not-yet/.test(url))).toBe(false)
  })

  test('versions: files of their own, the first one without its folder; a page of both is one of the first', async () => {
    const docs = await readFiles({
      'fern/docs.yml': `
versions:
  - { display-name: 2.x, path: versions/two.yml, slug: v2 }
  - { display-name: 1.x, path: versions/one.yml }
redirects:
  - { source: /old, destination: /guide/install }
  - { source: /older, destination: /1-x }
  - { source: "/old/:slug*", destination: "/guide/:slug*" }
`,
      'fern/versions/two.yml':
        'landing-page: { page: Home, path: ../home.mdx, slug: / }\nnavigation:\n  - section: Guide\n    contents:\n      - { page: Install, path: ../two/install.mdx }\n      - { page: Shared, path: ../shared.mdx }\n',
      'fern/versions/one.yml':
        'navigation:\n  - section: Guide\n    contents:\n      - { page: Install, path: ../1-x/install.mdx }\n      - { page: Shared, path: ../shared.mdx }\n      - { page: Whole, path: ../1-x/whole.mdx }\n',
      'fern/home.mdx': page('Home'),
      'fern/two/install.mdx':
        page('Install') +
        '[Old](/1-x/guide/install) [again](/v2/guide/shared) [old](/old) [older](/older) [two](/v2)\n',
      'fern/1-x/install.mdx': page('Install'),
      'fern/1-x/whole.mdx': page('Whole', 'slug: own/place\n'),
      'fern/shared.mdx': page('Shared') + '[One](/1-x/guide/shared)\n',
    })
    expect(addressesOf(docs)).toEqual([
      '/ home.mdx',
      '/1-x/guide/install 1-x/install.mdx',
      '/1-x/own/place 1-x/whole.mdx',
      '/guide/install two/install.mdx',
      '/guide/shared shared.mdx',
    ])
    expect(docs.pages.map(({ file, version, key }) => [file, version, key]).sort()).toEqual([
      ['1-x/install.mdx', '1.x', '/guide/install'],
      ['1-x/whole.mdx', '1.x', '/own/place'],
      ['home.mdx', undefined, '/'],
      ['shared.mdx', undefined, '/guide/shared'],
      ['two/install.mdx', undefined, '/guide/install'],
    ])
    expect(outlineOf(docs)).toEqual(['Home /', 'Guide', '  Install /guide/install', '  Shared /guide/shared'])
    expect(outlineOf(docs, 1)).toEqual(['Install /1-x/guide/install', 'Shared /guide/shared', 'Whole /1-x/own/place'])
    expect(problemsOf(docs)).toEqual([])
  })

  test('products are groups; those that are links stay links', async () => {
    const docs = await readFiles({
      'fern/docs.yml': `
instances: [{ url: https://harbour.example/docs }]
products:
  - { display-name: Boats, path: products/boats/boats.yml, slug: boats }
  - { display-name: Big ships, versions: [{ display-name: v2, path: ships.yml }, { display-name: v1, path: ships-1.yml }] }
  - { display-name: Elsewhere, href: https://elsewhere.example }
  - { display-name: Lost, path: lost.yml }
`,
      'fern/products/boats/boats.yml': 'navigation: [{ page: Row, path: pages/row.mdx }]\n',
      'fern/products/boats/pages/row.mdx': page('Row', 'slug: docs/boats/oars\n'),
      'fern/ships.yml': 'navigation: [{ page: Sail, path: sail.mdx }]\n',
      'fern/ships-1.yml': 'navigation: [{ page: Sail, path: sail-1.mdx }]\n',
      'fern/sail.mdx': page('Sail'),
      'fern/sail-1.mdx': page('Sail'),
    })
    expect(addressesOf(docs)).toEqual([
      '/big-ships/sail sail.mdx',
      '/big-ships/v-1/sail sail-1.mdx',
      '/boats/oars products/boats/pages/row.mdx',
    ])
    expect(outlineOf(docs)).toEqual([
      'Boats', '  Row /boats/oars', 'Big ships', '  Sail /big-ships/sail', 'Elsewhere https://elsewhere.example',
    ]) // prettier-ignore
    expect(outlineOf(docs, 1)).toEqual(['Sail /big-ships/v-1/sail'])
  })

  test('folders: pages by position and title, subfolders, index pages; names with an underscore are none', async () => {
    const docs = await readFiles({
      'fern/docs.yml': config(
        '  - folder: ./guides\n    title: All guides\n    title-source: frontmatter\n  - folder: more_parts\n    skip-slug: true\n',
      ),
      'fern/guides/index.mdx': page('Guides'),
      'fern/guides/zebra.mdx': page('Zebra', 'position: 1\n'),
      'fern/guides/b_side.mdx': page('A side'),
      'fern/guides/In Port/index.md': page('In the port', 'position: 2\n'),
      'fern/guides/In Port/quay.md': page('Quay', 'hidden: true\n'),
      'fern/guides/_draft.mdx': page('Draft'),
      'fern/guides/_parts/a.mdx': page('Part'),
      'fern/more_parts/last-one.mdx': page('Last'),
    })
    expect(addressesOf(docs)).toEqual([
      '/guides guides/index.mdx',
      '/guides/bside guides/b_side.mdx',
      '/guides/in-port guides/In Port/index.md',
      '/guides/in-port/quay guides/In Port/quay.md',
      '/guides/zebra guides/zebra.mdx',
      '/last-one more_parts/last-one.mdx',
    ])
    expect(outlineOf(docs)).toEqual([
      'All guides /guides', '  Zebra /guides/zebra', '  In the port /guides/in-port', '  A side /guides/bside',
      'More Parts', '  Last One /last-one',
    ]) // prettier-ignore
  })

  test('change logs: entries by date, a page with links to them where none is written', async () => {
    const docs = await readFiles({
      'fern/docs.yml': `
tabs:
  log: { display-name: What's new, slug: news, changelog: news }
  docs: { display-name: Docs, skip-slug: true }
navigation:
  - tab: docs
    layout: [{ changelog: log }, { page: Home, path: home.mdx }]
  - tab: log
`,
      'fern/home.mdx': page('Home'),
      'fern/log/2024-12-03.md': '## Added\n\nA mast.\n',
      'fern/log/2025-02-10-sails.mdx': page('Sails'),
      'fern/log/notes.md': page('Notes'),
      'fern/news/overview.mdx': page('All news'),
      'fern/news/05-12-2025.md': page('Spring', 'slug: news/spring\n'),
    })
    expect(addressesOf(docs)).toEqual([
      '/changelog log/index.md',
      '/changelog/2024/12/3 log/2024-12-03.md',
      '/changelog/2025/2/10 log/2025-02-10-sails.mdx',
      '/home home.mdx',
      '/news news/overview.mdx',
      '/news/spring news/05-12-2025.md',
    ])
    expect(outlineOf(docs)).toEqual([
      'Docs', '  Changelog /changelog', '    February 10, 2025 /changelog/2025/2/10',
      '    December 3, 2024 /changelog/2024/12/3', '  Home /home',
      "What's new /news", '  May 12, 2025 /news/spring',
    ]) // prettier-ignore
    const log = docs.pages.find(({ url }) => url === '/changelog')!
    expect(log.title).toBe('Changelog')
    expect(await renderArticle(docs, log)).toMatch(/href="\/changelog\/2025\/2\/10">Sails<\/a>, February 10, 2025/)
    expect(docs.pages.find(({ url }) => url === '/changelog/2024/12/3')?.title).toBe('December 3, 2024')
    expect(problemsOf(docs)).toEqual([])
  })

  test('an API: its pages and sections, and one problem for its operations', async () => {
    const docs = await readFiles({
      'fern/docs.yml': config(`  - api: API reference
    summary: api.mdx
    layout:
      - section: Boats
        summary: boats.mdx
        contents: [GET /boats, { endpoint: POST /boats, title: Add }, { page: Sizes, path: sizes.mdx }]
      - users: [POST /users]
`),
      'fern/api.mdx': page('API'),
      'fern/boats.mdx': page('Boats'),
      'fern/sizes.mdx': page('Sizes'),
    })
    expect(outlineOf(docs)).toEqual([
      'API reference /api-reference', '  Boats /api-reference/boats', '    Sizes /api-reference/boats/sizes',
    ]) // prettier-ignore
    expect(problemsOf(docs)).toEqual(['docs.yml:5 navigation'])
  })

  test('a part of the folder has the pages below it, with their addresses', async () => {
    const files = {
      'fern/docs.yml': config(
        '  - section: Ships\n    contents: [{ page: Sails, path: pages/ships/sails.mdx }]\n  - { changelog: pages/log }\n  - { page: Crew, path: crew.mdx }\n',
      ),
      'fern/pages/ships/sails.mdx': page('Sails'),
      'fern/pages/log/2025-01-02.md': page('News'),
      'fern/crew.mdx': page('Crew'),
    }
    expect(addressesOf(await readFiles(files, {}, 'fern/pages'))).toEqual([
      '/changelog log/index.md',
      '/changelog/2025/1/2 log/2025-01-02.md',
      '/ships/sails ships/sails.mdx',
    ])
    expect(addressesOf(await readFiles(files, {}, 'fern'))).toContain('/crew crew.mdx')
  })

  test('entries for roles of readers are a problem, since all readers see them', async () => {
    const docs = await readFiles({
      'fern/docs.yml': config(
        '  - { page: Open, path: a.mdx, viewers: everyone }\n  - section: Inside\n    viewers: [staff]\n    contents: [{ page: Plans, path: b.mdx }]\n',
      ),
      'fern/a.mdx': page('A'),
      'fern/b.mdx': page('B'),
    })
    expect(docs.problems.map(({ line, message }) => `${line} ${message.slice(0, 52)}`)).toEqual([
      '6 Entries with `viewers` ("Inside" is the first) are f',
    ])
  })

  test('snippets with parameters, files of code, titles in brackets, subtitles, components', async () => {
    const docs = await readFiles({
      'fern/docs.yml': config('  - { page: Home, path: pages/home.mdx }\n'),
      'fern/pages/home.mdx': `---
title: Home
subtitle: Ropes and sails
---

<Markdown src="/snippets/part.mdx" ship="Rose" />

<Code src="../code/knot.py" />

## Setting out [#start]

<Success>Done.</Success>

<CodeBlocks>
\`\`\`js title="One"
one()
\`\`\`
\`\`\`py title="Two"
two()
\`\`\`
</CodeBlocks>

<EndpointRequestSnippet endpoint="GET /boats" />

[start](#start) [step](#hoist-the-sail) [tab](#by-hand) [more](#more-ropes)

<Steps><Step title="Hoist the sail">Up.</Step><Step title="Hoist the sail">Again.</Step></Steps>

<Tabs><Tab title="By hand">Slow.</Tab></Tabs>

<AccordionGroup><Accordion title="More ropes">Long.</Accordion></AccordionGroup>
`,
      'fern/snippets/part.mdx': '---\ntitle: Part\n---\nThe ship {{ship}}.\n',
      'fern/code/knot.py': 'tie("knot")\n',
    })
    const [home] = docs.pages
    const html = await renderArticle(docs, home!)
    expect(html).toContain('The ship Rose.')
    expect(html).toMatch(/<p>Ropes and sails<\/p>/)
    expect(html).toContain('knot')
    expect(html).toContain('<h2 id="start">Setting out')
    expect(html).toMatch(/data-type="success"[^]*Done\./)
    expect(html).toMatch(/<div class="tabs code-group">[^]*One[^]*Two/)
    expect(html).toMatch(/GET \/boats/)
    expect(html.match(/id="(?:hoist-the-sail|by-hand|more-ropes)"/g)).toHaveLength(3)
    expect(home?.description).toBe('Ropes and sails')
    expect(problemsOf(docs)).toEqual([])
  })

  test('pages beside the folder of docs.yml, and one address of two pages', async () => {
    const docs = await readFiles({
      'fern/docs.yml': config(
        '  - { page: Same, path: ../docs/b.mdx }\n  - { page: Same, path: ../docs/a.mdx }\n  - { page: Out, path: ../../../x.mdx }\n',
      ),
      'docs/a.mdx': page('A') + '![Ship](/images/ship.png)\n',
      'docs/b.mdx': page('B'),
      'docs/c.mdx': page('C'),
      'fern/images/ship.png': 'x',
    })
    expect(addressesOf(docs)).toEqual(['/docs/a docs/a.mdx', '/same docs/b.mdx'])
    expect(problemsOf(docs)).toEqual(['docs/a.mdx:undefined duplicate-url', 'fern/docs.yml:7 missing-page'])
  })

  test.each([
    ['names that lead out', '  - { page: Out, path: ../../../../etc/passwd }\n  - { folder: /../.. }\n'],
    ['slugs that lead out', '  - { page: Out, path: bad.mdx, slug: ../../x }\n'],
    ['values of other kinds', '  - { page: { a: 1 }, path: [bad.mdx] }\n  - 7\n  - { section: x, contents: 5 }\n'],
    ['thousands of levels', `  ${'[{section: a, contents: '.repeat(5000)}${'}]'.repeat(5000)}\n`],
    ['itself', '  - &a { section: x, contents: [*a] }\n'],
  ])('%s in a navigation are left out', async (_, navigation) => {
    const docs = await readFiles({
      'fern/fern.config.json': '{}',
      'fern/docs.yml': config(`  - { page: Home, path: home.mdx }\n${navigation}`),
      'fern/home.mdx': page('Home'),
      'fern/bad.mdx': page('Bad', 'slug: https://elsewhere.example\n'),
    })
    const urls = docs.pages.map(({ url }) => url)
    expect(urls.every((url) => /^\/(?:fern\/)?(?:home|bad|out)?$/.test(url))).toBe(true)
    expect(docs.pages.length).toBeGreaterThan(0)
  })
})
