import { expect, test } from 'vitest'
import { renderArticle } from '../../index.ts'
import { readFiles } from '../../testing/docs-folder.ts'
import { outlineOf, problemsOf } from '../../testing/outline.ts'

const CONFIG = 'base_url = "https://x.y/docs/"\ntitle = "Site"\ndefault_language = "en"\n[languages.fr]\n'

const page = (frontMatter: string, text = 'Text.'): string => `+++\n${frontMatter}\n+++\n${text}\n`

test('sections, weights, slugs, paths, languages and drafts', async () => {
  const docs = await readFiles({
    'config.toml': CONFIG,
    'content/_index.md': page('title = "Home"'),
    'content/guide/_index.md': page('title = "The guide"\nsort_by = "weight"', ''),
    'content/guide/b.md': page('title = "Second"\nweight = 2'),
    'content/guide/a/index.md': page('title = "First"\nweight = 1\nslug = "Début"'),
    'content/guide/b.fr.md': page('title = "Deux"'),
    'content/2024-10-08-News.md': page('title = "News"\nin_search_index = false'),
    'content/moved.md': page('title = "Moved"\npath = "else/where"\naliases = ["old"]'),
    'content/draft.md': page('title = "Draft"\ndraft = true'),
  })
  expect([docs.generator, docs.title, docs.lang]).toEqual([{ kind: 'zola', file: 'config.toml' }, 'Site', 'en'])
  expect(docs.pages.map(({ url, lang }) => `${url} ${lang}`).toSorted()).toEqual([
    '/ en', '/else/where en', '/fr/guide/b fr', '/guide en', '/guide/b en', '/guide/debut en', '/news en',
  ]) // prettier-ignore
  expect(outlineOf(docs)).toMatchInlineSnapshot(`
    [
      "Home /",
      "Moved /else/where",
      "News /news",
      "The guide /guide",
      "  First /guide/debut",
      "  Second /guide/b",
    ]
  `)
  expect(docs.problems).toEqual([])
})

test('links from the content folder, and shortcodes', async () => {
  const docs = await readFiles({
    'zola.toml': CONFIG,
    'content/guide/b.md': page('title = "B"', '## Part'),
    'content/a.md': page(
      'title = "A"',
      '[b](@/guide/b.md#part) `{{ code() }}`\n\n{% note(title="Careful") %}\nSome *text*.\n{% end %}\n\n{{ youtube(id="abc") }}\n\n{% own(kind="x") %}\nKept.\n{% end %}\n\n{{/* shown() */}} and {{ not a shortcode }}\n\n{{ chart(title="The chart") }}',
    ),
  })
  const found = docs.pages.find(({ file }) => file === 'a.md')!
  expect(await renderArticle(docs, found)).toMatchInlineSnapshot(`
    "<h1>A</h1><p><a href="/guide/b#part">b</a> <code class="whole">{{ code() }}</code></p>
    <div class="admonition" data-type="note" role="note"><p class="admonition-title">Careful</p><p>Some <em>text</em>.</p></div>
    <p><a href="https://www.youtube.com/watch?v=abc" rel="noopener" data-external="">https://www.youtube.com/watch?v=abc</a></p>
    <p>Kept.</p>
    <p><code class="whole">{{ shown() }}</code> and <code>{{ not a shortcode }}</code></p>
    <p><strong>The chart</strong></p>"
  `)
  expect(problemsOf(docs)).toEqual(['a.md:12 unknown-shortcode', 'a.md:18 unknown-shortcode'])
})

test('a shortcode of a theme that names a picture, and the text of an aside', async () => {
  const docs = await readFiles({
    'zola.toml': CONFIG,
    'content/a.md': page(
      'title = "A"',
      '{{ dual_theme_image(light_src="https://x.example/a.png", dark_src="https://x.example/b.png", alt="Both") }}\n\n{{ aside(text="*Beside* it") }}',
    ),
  })
  const html = await renderArticle(docs, docs.pages[0]!) // the page above
  expect(html).toContain('<img src="https://x.example/a.png" alt="Both"')
  expect(html).toMatch(/class="admonition"[^]*<em>Beside<\/em> it/)
  expect(docs.problems).toEqual([])
})
