import { describe, expect, test } from 'vitest'
import { publishedRecords, type PublishedSite } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'

type Files = Record<string, string>

/** The addresses of the records on the published site, sorted. */
async function urls(files: Files, site: PublishedSite = {}, inner = ''): Promise<unknown[]> {
  const docs = await readFiles(files, {}, inner)
  return publishedRecords(docs, site)
    .map(({ url }) => url)
    .sort()
}

async function languages(files: Files, site: PublishedSite = {}): Promise<unknown[]> {
  const records = publishedRecords(await readFiles(files), site)
  expect(records.map(({ language }) => language)).toEqual(records.map(({ lang }) => lang))
  return records.map(({ lang }) => lang)
}

const PAGES = {
  'docs/index.md': '# Home',
  'docs/guide/index.md': '# Guide',
  'docs/guide/a.md': '# A\n\n## 1. First step',
}

describe('addresses of the site that publishes the docs', () => {
  test('are those of Docent for a folder without a generator and without options', async () => {
    expect(await urls(PAGES)).toEqual(['/', '/guide', '/guide/a', '/guide/a#1-first-step'])
  })

  test('have the host, the base and the ending of the options', async () => {
    expect(await urls(PAGES, { origin: 'https://x.org', base: '/d/', suffix: '.html' })).toEqual([
      'https://x.org/d/',
      'https://x.org/d/guide/',
      'https://x.org/d/guide/a.html',
      'https://x.org/d/guide/a.html#1-first-step',
    ])
  })

  const cases: [name: string, files: Files, expected: string[]][] = [
    [
      'VitePress',
      { 'docs/.vitepress/config.ts': "export default { base: '/d/', sitemap: { hostname: 'https://x.org' } }" },
      ['https://x.org/d/', 'https://x.org/d/guide/', 'https://x.org/d/guide/a.html', 'https://x.org/d/guide/a.html#_1-first-step'],
    ],
    [
      'VitePress with clean addresses',
      { 'docs/.vitepress/config.ts': 'export default { cleanUrls: true }' },
      ['/', '/guide/', '/guide/a', '/guide/a#_1-first-step'],
    ],
    [
      'VuePress',
      { 'docs/.vuepress/config.js': "export default { base: '/d/', theme: defaultTheme({ hostname: 'https://x.org' }) }" },
      ['https://x.org/d/', 'https://x.org/d/guide/', 'https://x.org/d/guide/a.html', 'https://x.org/d/guide/a.html#_1-first-step'],
    ],
    [
      'Rspress',
      { 'rspress.config.ts': "export default { root: 'docs', base: '/d/', siteOrigin: 'https://x.org' }" },
      ['https://x.org/d/', 'https://x.org/d/guide/', 'https://x.org/d/guide/a.html', 'https://x.org/d/guide/a.html#1-first-step'],
    ],
    [
      'Docusaurus',
      { 'docusaurus.config.js': "export default { url: 'https://x.org', baseUrl: '/d/', presets: [['classic', {}]] }" },
      ['https://x.org/d/docs/', 'https://x.org/d/docs/guide/', 'https://x.org/d/docs/guide/a', 'https://x.org/d/docs/guide/a#1-first-step'],
    ],
    [
      'Docusaurus with slashes and the docs at the top',
      {
        'docusaurus.config.js':
          "export default { url: 'https://x.org', baseUrl: '/', trailingSlash: true, presets: [['classic', { docs: { routeBasePath: '/' } }]] }",
      },
      ['https://x.org/', 'https://x.org/guide/', 'https://x.org/guide/a/', 'https://x.org/guide/a/#1-first-step'],
    ],
    [
      'MkDocs',
      { 'mkdocs.yml': 'site_name: X\nsite_url: https://x.org/d/\n' },
      ['https://x.org/d/', 'https://x.org/d/guide/', 'https://x.org/d/guide/a/', 'https://x.org/d/guide/a/#1-first-step'],
    ],
    [
      'MkDocs with files',
      { 'mkdocs.yml': 'site_name: X\nuse_directory_urls: false\n' },
      ['/', '/guide/', '/guide/a.html', '/guide/a.html#1-first-step'],
    ],
    [
      'Sphinx',
      { 'docs/conf.py': "html_baseurl = 'https://x.org/en/latest/'\n" },
      ['https://x.org/en/latest/', 'https://x.org/en/latest/guide/', 'https://x.org/en/latest/guide/a.html', 'https://x.org/en/latest/guide/a.html#first-step'],
    ],
    [
      'mdBook',
      { 'book.toml': '[book]\nsrc = "docs"\n[output.html]\nsite-url = "/d/"\n', 'docs/SUMMARY.md': '- [Home](index.md)\n- [Guide](guide/index.md)\n- [A](guide/a.md)\n' },
      ['/d/', '/d/guide/', '/d/guide/a.html', '/d/guide/a.html#1-first-step'],
    ],
  ] // prettier-ignore
  test.each(cases)('are those of %s', async (_, files, expected) => {
    expect(await urls({ ...PAGES, ...files })).toEqual(expected)
  })

  describe('of docsify', () => {
    const pages = {
      'README.md': '# Home\n\n## Part',
      'guide/README.md': '# Guide',
      'guide/index.md': '# Index',
      'guide/install.md': "# Install\n\n## What's new in 2.0\n\n## 2 steps\n\n## Ünit 安装\n\n## Own :id=My-Id\n\n## 2 steps",
      '中/a b.md': '# Blank',
      '_sidebar.md': '- [Install](guide/install.md)',
    } // prettier-ignore
    const html = (settings: string): string =>
      `<div id="app"></div><script>window.$docsify = { ${settings} }</script><script src="//cdn.example/docsify.js"></script>`
    // The hrefs of the anchors that docsify 5.0.0 gives these headings, below the host.
    const paths = [
      '/',
      '/?id=part',
      '/中/a%20b',
      '/guide/',
      '/guide/index',
      '/guide/install',
      '/guide/install?id=_2-steps',
      '/guide/install?id=_2-steps-1',
      '/guide/install?id=my-id',
      '/guide/install?id=whats-new-in-20',
      '/guide/install?id=%c3%9cnit-%e5%ae%89%e8%a3%85',
    ].sort()
    const site = { origin: 'https://x.org' }

    test('are behind the hash, with sections in a query', async () => {
      const hashes = paths.map((path) => `https://x.org/#${path}`)
      expect(await urls({ ...pages, 'index.html': html("name: 'X'") }, site)).toEqual(hashes)
      expect(await urls({ ...pages, '.nojekyll': '' }, site)).toEqual(hashes)
    })

    test('are below the base of the options', async () => {
      const found = await urls({ ...pages, 'index.html': html('') }, { ...site, base: '/docs/' })
      expect(found).toEqual(paths.map((path) => `https://x.org/docs/#${path}`))
    })

    test('have the ids of docsify 4 where its script is loaded', async () => {
      const older = html('').replace('//cdn.example/docsify.js', '//cdn.jsdelivr.net/npm/docsify@4')
      const source = "# A\n\n## What's new\n\n## C & C\n\n## a - b\n\n## `Map<Key>`\n\n## 🚀 Go"
      expect(await urls({ 'README.md': source, 'index.html': older, 'b.md': '# B' }, site)).toEqual([
        'https://x.org/#/',
        'https://x.org/#/?id=%f0%9f%9a%80-go',
        'https://x.org/#/?id=a-b',
        'https://x.org/#/?id=c-amp-c',
        'https://x.org/#/?id=mapltkeygt',
        'https://x.org/#/?id=what39s-new',
        'https://x.org/#/b',
      ])
    })

    test('are paths with the router of the history', async () => {
      const found = await urls({ ...pages, 'index.html': html("routerMode: 'history'") }, site)
      expect(found).toEqual(paths.map((path) => `https://x.org${path}`))
    })
  })

  test('of Docusaurus have the language before the path of the docs, and the version behind it', async () => {
    const found = await urls({
      'website/docusaurus.config.js': "export default { url: 'https://x.org', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [['classic', {}]] }",
      'website/versions.json': '["2.0", "1.0"]',
      'website/docs/a.md': '# A',
      'website/versioned_docs/version-2.0/a.md': '# A',
      'website/versioned_docs/version-1.0/a.md': '# A',
      'website/i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md': '# A',
      'website/blog/2024-01-02-news.md': '# News',
    }) // prettier-ignore
    expect(found).toEqual([
      'https://x.org/blog',
      'https://x.org/blog/2024/01/02/news',
      'https://x.org/docs/1.0/a',
      'https://x.org/docs/a',
      'https://x.org/docs/next/a',
      'https://x.org/fr/docs/1.0/a',
    ])
  })

  test('of a part of the docs have the path of the part', async () => {
    const files = { ...PAGES, 'docs/.vitepress/config.ts': 'export default {}' }
    expect(await urls(files, {}, 'docs/guide')).toEqual(['/guide/', '/guide/a.html', '/guide/a.html#_1-first-step'])
  })

  test('end as the author wrote them in the front matter', async () => {
    const files = { '_config.yml': 'url: https://x.org\nbaseurl: /d\n', 'index.md': '---\n---\n# Home', 'a.md': '---\npermalink: /own/a/\n---\n# A', 'b.md': '---\n---\n# B' } // prettier-ignore
    expect(await urls(files)).toEqual(['https://x.org/d/', 'https://x.org/d/b.html', 'https://x.org/d/own/a/'])
  })
})

describe('the old address of a page, on the site of its generator,', () => {
  const old = async (files: Files): Promise<unknown> => {
    const { pages, problems } = await readFiles(files)
    expect(problems).toEqual([])
    return Object.fromEntries(pages.flatMap(({ url, aliases }) => (aliases === undefined ? [] : [[url, aliases]])))
  }

  test('redirects to the page: ".html" and the folder of the docs', async () => {
    const vitepress = { 'docs/.vitepress/config.ts': "export default { base: '/d/' }" }
    expect(await old({ ...PAGES, ...vitepress })).toEqual({ '/guide/a': ['/guide/a.html'] })
    const docusaurus = { 'docusaurus.config.js': "export default { presets: [['classic', {}]] }" }
    expect(await old({ ...PAGES, ...docusaurus })).toEqual({
      '/': ['/docs'],
      '/guide': ['/docs/guide'],
      '/guide/a': ['/docs/guide/a'],
    })
  })

  test('is absent where it is the same but for a slash', async () => {
    expect(await old(PAGES)).toEqual({})
    expect(await old({ ...PAGES, 'mkdocs.yml': 'site_name: X\n' })).toEqual({})
  })

  test('never replaces another page or an address that an author wrote', async () => {
    const files = {
      '.vitepress/config.ts': 'export default {}',
      'a.md': '# A',
      'b.md': '---\nredirect_from: /a.html\n---\n# B',
    }
    expect(await old(files)).toEqual({ '/b': ['/a.html', '/b.html'] })
    const docusaurus = { 'docusaurus.config.js': "export default { presets: [['classic', {}]] }" }
    expect(await old({ ...docusaurus, 'docs/docs/a.md': '# A', 'docs/a.md': '# Other' })).toEqual({
      '/docs/a': ['/docs/docs/a'],
    })
  })
})

describe('languages of the site that publishes the docs', () => {
  test('are found by the tag and by the language alone', async () => {
    const files = { 'a.md': '# A', '.vitepress/config.ts': "export default { lang: 'en-GB' }" }
    expect(await languages(files)).toEqual([['en-GB', 'en']])
  })

  test('are the default of the generator where its configuration names none', async () => {
    expect(await languages({ 'a.md': '# A', '.vitepress/config.ts': 'export default {}' })).toEqual([['en-US', 'en']])
  })

  test('keep regions apart', async () => {
    const files = {
      'a.md': '# A',
      'pt/a.md': '# A',
      'br/a.md': '# A',
      '.vitepress/config.ts': "export default { lang: 'en-US', locales: { root: {}, pt: { lang: 'pt-PT' }, br: { lang: 'pt-BR' } } }",
    } // prettier-ignore
    expect(new Set(await languages(files))).toEqual(new Set([['en-US', 'en'], 'pt-PT', 'pt-BR']))
  })

  test('are that of the options for pages outside language folders', async () => {
    const files = { 'a.md': '# A', '.vitepress/config.ts': "export default { locales: { fr: { lang: 'fr' } } }", 'fr/a.md': '# A' } // prettier-ignore
    expect(new Set(await languages(files, { lang: 'en' }))).toEqual(new Set(['en', 'fr']))
  })
})

test('the rule of headings’ ids may be that of another generator', async () => {
  const docs = await readFiles({ 'a.md': '# A\n\n## 1. First step' }, { anchors: 'sphinx' })
  expect(docs.records.map(({ anchor }) => anchor)).toEqual(['', 'first-step'])
})
