import { expect, test } from 'vitest'
import { learnSite } from '../learn-site.ts'

/** The last heading, the content and the code of each record. */
function read(html: string): string[] {
  const { records } = learnSite([], { siteName: 'Site' }).read({
    url: 'https://docs.example.com/',
    html: `<main><h1>Page</h1>${html}</main>`,
  })
  return records.map(({ hierarchy, content, code }) => {
    const heading = Object.values(hierarchy).findLast((text) => text !== null)
    return `${heading}: ${content?.replaceAll('\n', ' | ') ?? '-'}${code === undefined ? '' : ` [${code}]`}`
  })
}

test.each([
  [
    'KaTeX',
    '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>',
  ],
  [
    'MathML',
    '<math display="inline"><semantics><mi>x</mi><annotation encoding="text/plain">x</annotation><annotation encoding="TeX">x^2</annotation></semantics></math>',
  ],
  [
    'MathJax 4',
    '<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true">x2</mjx-math><mjx-assistive-mml><math data-latex="x^2"><mi data-latex="x">x</mi></math></mjx-assistive-mml></mjx-container>',
  ],
  [
    'MathJax 2',
    '<span class="MathJax_Preview">x2</span><span class="MathJax">x2</span><script type="math/tex">x^2</script>',
  ],
  ['no renderer', '<span class="arithmatex">\\(x^2\\)</span>'],
])('a formula of %s is its TeX', (_, html) => {
  expect(read(`<p>Let ${html} be.</p>`)).toEqual(['Page: Let x^2 be.'])
})

test.each([
  '<span class="katex-display"><span class="katex"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span></span>',
  '<mjx-container class="MathJax" display="true"><math display="block" data-latex="x^2"><mi>x</mi></math></mjx-container>',
  '<div class="MathJax_Display"><span class="MathJax">x2</span></div><script type="math/tex; mode=display">x^2</script>',
])('a formula on a line of its own is code', (html) => {
  expect(read(`<p>Let</p>${html}<p>be.</p>`)).toEqual(['Page: Let | be. [x^2]'])
})

test.each([
  [
    'Python-Markdown',
    '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>',
    '<div class="footnote"><hr><ol><li id="fn:1"><p>The note. <a class="footnote-backref" href="#fnref:1">↩</a></p></li></ol></div>',
  ],
  [
    'markdown-it',
    '<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>',
    '<section class="footnotes"><ol><li id="fn1" class="footnote-item"><p>The note. <a href="#fnref1" class="footnote-backref">↩</a></p></li></ol></section>',
  ],
  [
    'GitHub',
    '<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup>',
    '<section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li id="user-content-fn-1"><p>The note. <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>',
  ],
  [
    'Docutils',
    '<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>',
    '<aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="backrefs">(1)</span><p>The note.</p></aside></aside>',
  ],
])('the text of a footnote of %s belongs to the section that refers to it', (_, reference, notes) => {
  expect(
    read(`<h2 id="a">A</h2><p>Text.${reference}</p><h2 id="b">B</h2><p>More.${reference}</p>${notes}<p>End.</p>`),
  ).toEqual(['Page: -', 'A: Text. | The note.', 'B: More. | End.'])
})

test('the address of a picture is no text, though its alternative text repeats it', () => {
  expect(
    read('<p>See <img src="../_images/logo.svg" alt="_images/logo.svg"> <img src="a.png" alt="the parts">.</p>'),
  ).toEqual(['Page: See the parts .'])
})

test('the name of the file of a picture is no text', () => {
  expect(
    read('<p><img src="img/toggle_arrow0.gif" alt="toggle_arrow0"> More <img src="Gears.png" alt="Gears">.</p>'),
  ).toEqual(['Page: More Gears .'])
})

test('a sign that links to its paragraph is no text', () => {
  expect(read('<p><a href="#p1">§</a> First.</p><p>See <a href="#p1">§ 1</a>.</p>')).toEqual([
    'Page: First. | See § 1.',
  ])
})
