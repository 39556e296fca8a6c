import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'

describe('formulas become MathML', () => {
  test('inline, on its own line, over several lines, and in a code block', async () => {
    const source = 'A $x_1$ and $$y$$ here.\n\n$$ a*b*c $$\n\n$$\n\\frac{1}{2}\n$$\n\n```math\n\\sqrt{z}\n```\n'
    const { html, codes, docs } = await readOne(source)
    expect(html).toContain(
      '<p>A <math><msub><mi>x</mi><mn>1</mn></msub></math> and <span class="math" tabindex="0"><math display="block"',
    )
    expect(html.match(/<div class="math" tabindex="0"><math display="block"/g)).toHaveLength(3)
    expect(html).toMatch(/<mfrac>[^]*<msqrt>/)
    expect(html).not.toMatch(/\sstyle=|\$|<em>/)
    expect(codes).toEqual([])
    expect(docs.records[0]!.content).toContain('x_1')
  })
  test('in lists, quotes, tables, headings, titles of containers', async () => {
    const source =
      '# T $t$\n\n- $a_1$\n\n  $$\n  b_1\n  $$\n\n> $$\n> c_1\n> $$\n\n| h |\n|---|\n| $d_1$ |\n\n::: tip About $e$\n$$f_1$$\n:::\n'
    const { html, codes, docs } = await readOne(source)
    expect(html.match(/<math/g)).toHaveLength(7)
    expect(html).toMatch(/<blockquote>\s*<div class="math"/)
    expect(docs.pages[0]!.title).toBe('T t')
    expect(codes).toEqual([])
  })
  test.each([
    ['an environment of LaTeX, which may have blank lines', '\\begin{align}\na &= b\n\nc &= d\n\\end{align}'],
    ['an environment in one line', '\\begin{align} a &= b \\end{align}'],
    ['an environment in a quote', '> \\begin{align*}\n> a &= b\n> \\end{align*}'],
    ['an environment in a list', '- one\n\n  \\begin{equation}\n  a = b\n  \\end{equation}'],
    ['signs on lines of their own', '\\[\na < b\n\\]'],
    ['within a paragraph', 'where $$x\n= 1$$ holds'],
    ['within a paragraph of a quote', '> where $$x\n> = 1$$ holds'],
  ])('over several lines: %s', async (_, source) => {
    const { html, text, codes } = await readOne(`# T\n\n${source}\n`)
    expect(html.match(/<math display="block"/g)).toHaveLength(1)
    expect(html).not.toMatch(/&gt;|\\|\$/)
    expect(text).not.toContain('$')
    expect(codes).toEqual([])
  })
  test('of one dollar over several lines, if they have a command', async () => {
    const source =
      'So $\\partial f(x) =\n\\begin{bmatrix} 1 & 1 \\end{bmatrix}\n\\begin{bmatrix} c \\\\ d \\end{bmatrix}$, and $x$.\n\nIt costs $a dollar\nor b$ more.\n\nA $5\n\\alpha$ b\n'
    const { html, codes } = await readOne(`# T\n\n${source}`)
    expect(html.match(/<math>/g)).toHaveLength(2)
    expect(html.match(/<mtable/g)).toHaveLength(2)
    expect(html).toContain('costs $a dollar\nor b$ more')
    expect(html).toContain('A $5\n\\alpha$ b')
    expect(codes).toEqual([])
  })
  test('that MathJax reads: eqnarray, and underscores in text', async () => {
    const { html, codes } = await readOne(
      '# T\n\n$$\n\\left\\{\n\\begin{eqnarray}\n a &= b_1\n\\end{eqnarray}\\right.\n$$\n\n$\\textrm{lax.while_loop}$ $\\text{a\\_b}$\n',
    )
    expect(html).toContain('<mtext>lax.while_loop</mtext>')
    expect(html).toContain('<mtext>a_b</mtext>')
    expect(codes).toEqual([])
  })
  test('in MDX, where braces would be expressions', async () => {
    const { html, codes } = await readOne(
      '# T\n\nA $\\frac{a}{b}$.\n\n$$\n\\begin{pmatrix}1\\\\2\\end{pmatrix}\n$$\n',
      {},
      'page.mdx',
    )
    expect(html).toContain('<mfrac>')
    expect(html).toContain('<mtable>')
    expect(codes).toEqual([])
  })
  test('an invalid formula is a problem with its line, and stays code', async () => {
    const { html, codes, docs } = await readOne(
      '# T\n\none\n$\\nope{x}$ two\n\n$$\n\\frac\n$$\n\n```math\n\\nein\n```\n',
    )
    expect(codes).toEqual(['math:4', 'math:6', 'math:10'])
    expect(docs.problems[0]!.message).toBe(
      'This formula is not valid TeX (Unsupported function name: \\nope) and is shown as its source; correct it.',
    )
    expect(html).toContain('<code class="math math-inline">\\nope{x}</code>')
    expect(html).toContain(
      '<figure class="code" data-lang="math"><pre tabindex="0"><code class="math math-display">\\frac',
    )
  })
  test('links and scripts in formulas are removed; MathML of the author passes the same allow-list', async () => {
    const { html, codes } = await readOne(
      '$\\href{javascript:alert(1)}{x}$ $\\style{color:red}{y}$\n\n<math href="javascript:x" onclick="y()"><mi style="color:red">z</mi></math>\n',
    )
    expect(html).not.toMatch(/<a |href=|onclick|style=/)
    expect(html).toContain('<math><mi>z</mi></math>')
    expect(codes).toEqual(['math:1', 'math:1'])
  })
  test('a formula that is nested too deep or defines itself is a problem', async () => {
    const { codes } = await readOne(`$${'{'.repeat(9000)}x$ \n\n$\\def\\a{\\a\\a}\\a$\n`)
    expect(codes).toEqual(['math:1', 'math:3'])
  })
})

describe('a dollar sign of an amount stays text', () => {
  test.each([
    'It costs $5 or $10.',
    'From $5-$10, or $5–$10 a month.',
    'Pay $10, or 20$ at the door.',
    'US$5 and A$6$',
    'Set $HOME and $PATH.',
    'In $HOME/bin:$PATH or $HOME$.',
    'a $ b $ c',
    'a $one two three$ b',
    'A $$ sign that nothing closes',
    'It costs $$ and\nmore $$ at night',
    'The process is $$\nor $$ here',
    'Brackets \\[x\\] in text',
    '$10/month and 12$/month',
    'Escaped \\$x\\$ here',
  ])('%s', async (source) => {
    const { html, text, codes } = await readOne(`${source}\n`)
    expect(html).not.toContain('<math')
    expect(text).toBe(source.replaceAll(/\\([$[\]])/g, '$1'))
    expect(codes).toEqual([])
  })
  test('dollar signs in code, addresses and attributes are unchanged', async () => {
    const { html } = await readOne(
      '`$x$` and ``a ` $y$`` [l](https://a.b/?$q$) ![i $z$](https://a.b/i.png)\n\n    $$\n      k\n    $$\n\n```sh\necho $a$\n$$\n```\n',
    )
    expect(html).not.toContain('<math')
    expect(html).toContain('<code>$x$</code> and <code class="whole">a ` $y$</code>')
    expect(html).toContain('href="https://a.b/?$q$"')
    expect(html).toContain('alt="i $z$"')
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/\$\$\n {2}k\n\$\$/)
  })
  test('dollar signs after a fence’s backticks are part of the language name', async () => {
    const { html } = await readOne('# T\n\n```$$`$$\ncode\n```\n')
    expect(html).not.toMatch(/[\uE000-\uE004]/)
  })
  const RUNS = propertyRuns(0.08)
  test('no internal mark is left, for any text around dollar signs', timeoutOf(RUNS), async () => {
    const piece = fc.constantFrom(
      '$',
      '$$',
      '`',
      'a',
      ' ',
      '\n',
      '\\',
      '1',
      '_',
      '*',
      '[',
      '](',
      ')',
      '> ',
      '- ',
      '    ',
      '```',
      '{',
      '}',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('page.md', 'page.mdx'),
        async (pieces, name) => {
          const { html, docs } = await readOne(`# T\n\n${pieces.join('')}\n`, {}, name)
          expect(html + JSON.stringify(docs.records)).not.toMatch(/[\uE000-\uE004]/)
        },
      ),
      RUNS,
    )
  })
})
