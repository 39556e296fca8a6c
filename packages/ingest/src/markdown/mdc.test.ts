import { describe, expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'
import { renderArticle } from '../index.ts'

const packages = JSON.stringify({ dependencies: { '@nuxt/content': '3.0.0' } })

async function read(source: string): Promise<{ html: string; codes: string[] }> {
  const docs = await readFiles({ 'package.json': packages, 'content/index.md': `# T\n\n${source}` })
  const [page] = docs.pages
  if (page === undefined) throw new Error('There is no page.')
  return { html: await renderArticle(docs, page), codes: docs.problems.map(({ code, line }) => `${code}:${line}`) }
}

describe('Components in Markdown (MDC)', () => {
  test('a component of one name on a line of its own; code that is a property and the content', async () => {
    const { html, codes } = await read(
      ':hero-background\n\nA word :here stays.\n\n::prose-pre\n---\ncode: let a\nfilename: a.ts\n---\n```ts [a.ts]\nlet a\n```\n::\n',
    )
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe('T\nA word :here stays.\na.tslet a\n')
    expect(codes).toEqual(['unknown-component:3'])
  })
  test('blocks: callouts, properties as YAML, links, nested and indented blocks', async () => {
    const { html, codes } = await read(`::note{title="Read *this*"}
Body with **bold**.
::

::card-group
  :::card
  ---
  title: Fast
  to: https://fast.example
  icon: i-lucide-box
  ---
  Very fast.
  :::

  :::card{title="Plain"}
  - One

      code in the list
  :::
::
`)
    expect(html).toContain('<p class="admonition-title">Read <em>this</em></p>')
    expect(html).toContain('<p>Body with <strong>bold</strong>.</p>')
    expect(html).toMatch(/<a class="card link-card" href="https:\/\/fast\.example"[^>]*><span class="card-title">Fast</)
    expect(html).toContain('<p class="card-title">Plain</p>')
    expect(html).toContain('<li>')
    expect(html).not.toContain(':::')
    expect(codes).toEqual([])
  })
  test('tabs, groups of code with a preview, steps', async () => {
    const { html, codes } = await read(`::tabs
  :::tabs-item{label="One" icon="i-x"}
  First.
  :::

  :::tabs-item{label="Two"}
  Second.
  :::
::

::code-group
\`\`\`ts [a.ts]
::not-a-block
\`\`\`

  :::code-preview{label="Preview"}
  Shown.
  :::
::
`)
    expect(html.match(/<div class="tabs/g)).toHaveLength(2)
    expect(html.match(/<summary class="tab-label">[^<]+/g)?.map((label) => label.slice(27))).toEqual([
      'One', 'Two', 'a.ts', 'Preview',
    ]) // prettier-ignore
    expect(html).toMatch(/::not[^]{0,40}-/)
    expect(codes).toEqual([])
  })
  test('slots: a title is the title; other slots are content, in order', async () => {
    const { html } = await read(`::u-page-hero
#title
The [git-based]{.text-primary} :br CMS

#description
It is small.

#links
  :::u-button{to="/x" label="Start"}
  :::

#default
The rest.
::
`)
    expect(html).toContain('<h2 id="the-git-based-cms">')
    expect(html).toContain('Start')
    expect(html.indexOf('Start')).toBeLessThan(html.indexOf('The rest.'))
    expect(html).not.toMatch(/#(?:title|links|default)|\{\.text/)
  })
  test('components in a line, attributes of a text, colons in prose and code', async () => {
    const { html, codes } = await read(
      'New :badge[Soon]{color="neutral"} and [red]{.x} [here]{#here}, at 10:30 :smile-y, `:badge[no]`, a\\:b. :video{src="https://v.example/a.mp4" controls}\n',
    )
    expect(html).toContain('<span class="badge"')
    expect(html).toContain('Soon</span>')
    expect(html).toContain('red <span id="here">here</span>, at 10:30 :smile-y, <code>:badge[no]</code>')
    expect(html).toContain('https://v.example/a.mp4')
    expect(codes).toEqual([])
  })
  test('a block that is never closed is a problem with its line', async () => {
    expect((await read('::note\nText.\n')).codes).toEqual(['unclosed-container:3'])
  })
})
