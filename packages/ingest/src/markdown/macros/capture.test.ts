import { describe, expect, test } from 'vitest'
import { readOne } from '../../testing/docs-folder.ts'

const FILES = {
  '_config.yml': 'title: S\n',
  '_includes/box.html': '<div class="box">{{ include.text | markdownify }}</div>\n',
}

async function read(body: string): Promise<{ html: string; codes: string[] }> {
  const { html, codes } = await readOne(`---\ntitle: T\n---\n${body}\n`, FILES, 'page.md')
  return { html: html.replace('<h1>T</h1>', ''), codes }
}

const CAPTURED = '{% capture part %}\nA **text** of {{ page.title }}\n\n- one\n{% endcapture %}\n\n'
const SHOWN = '<p>A <strong>text</strong> of T</p>\\s*<ul>\\s*<li>one</li>\\s*</ul>'

describe('text that Jekyll captures', () => {
  test.each([
    ['as an output', '{{ part }}', new RegExp(`^${SHOWN}$`)],
    ['in a line', '{% capture word %}in{% endcapture %}x {{ word | upcase }} y', /^<p>x IN y<\/p>$/],
    [
      'as Markdown inside HTML',
      '<div class="box">{{ part | markdownify }}</div>',
      new RegExp(`^<div class="box">\\s*${SHOWN}\\s*</div>$`),
    ],
    ['in a template', '{% include box.html text=part %}', new RegExp(`^<div class="box">\\s*${SHOWN}\\s*</div>$`)],
    [
      'in a known include that is missing',
      '{% include callout.html content=part type="danger" %}',
      new RegExp(`data-type="danger"[^]*${SHOWN}\\s*</div>$`),
    ],
  ])('%s', async (_, source, html) => {
    expect(await read(CAPTURED + source)).toEqual({ html: expect.stringMatching(html) as string, codes: [] })
  })
  test('in an unknown include that is missing, which is a problem', async () => {
    const { html, codes } = await read(
      `${CAPTURED}{% include missing.html content=part %}\n\n{% include missing.html content=page.title %}`,
    )
    expect(html).toMatch(new RegExp(`^${SHOWN}\\s*<p>T</p>$`))
    expect(codes).toEqual(['unknown-shortcode:10', 'unknown-shortcode:12'])
  })
})

describe('texts that grow with each step end the page', () => {
  const times = (count: number, step: string): string => Array.from({ length: count }, () => step).join('\n')
  const START = '{% assign a = "ee text" %}\n'
  const long = 'a long line '.repeat(1000)
  test.each([
    ['captured texts', `${START}${times(60, '{% capture a %}{{ a }}{{ a }}{% endcapture %}')}\n{{ a }}`],
    ['appended texts', `${START}${times(60, '{% assign a = a | append: a %}')}\n{{ a }}`],
    ['replaced texts', `${START}${times(8, '{% assign a = a | replace: "e", a %}')}\n{{ a }}`],
    [
      'joined texts',
      `${START}${times(17, '{% assign a = a | append: a %}')}{% assign b = a | split: "e" | join: a %}\n{{ b }}`,
    ],
    ['outputs', `{% capture a %}${long}{% endcapture %}${'{{ a }} '.repeat(1000)}`],
    ['loops', `{% assign all = "${'a,'.repeat(900)}" | split: "," %}{% for one in all %}${long}{% endfor %}`],
  ])('%s', async (_, source) => {
    const { codes } = await read(source)
    expect(codes.map((code) => code.replace(/:.*/, ''))).toEqual(['too-costly'])
  })
})
