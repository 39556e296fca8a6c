import { expect, test } from 'vitest'
import { learnSite } from './learn-site.ts'

const HTML = `<html><body><main><h1>Install</h1><p>Download the program and start it.</p>
<h2 id="linux-1">Linux</h2><p>Run the following command as root:</p><pre>make   install</pre>
<h2 id="macos">macOS</h2><p>Open the image, then move the program.</p></main></body></html>`

const MARKDOWN = `# Install

Download the program and start it.

## Linux

Run the following command as root:

\`\`\`sh
make install
\`\`\`

## macOS

Open the image, then move the program.
`

const read = (markdown: string): { notes: string[]; code: string[]; anchors: string[] } => {
  const page = { url: 'https://docs.example.com/install', html: HTML, markdown }
  const { notes, records } = learnSite([page], {}).read(page)
  return { notes, code: records.flatMap((one) => one.code ?? []), anchors: records.map(({ anchor }) => anchor) }
}

test('a twin that agrees gives the text, the HTML the anchors', () => {
  expect(read(MARKDOWN)).toEqual({ notes: [], code: ['make install'], anchors: ['', 'linux-1', 'macos'] })
})

test('a twin of another page is not used, and the note has the measure', () => {
  expect(read('# Configure\n\nWrite a file with all settings.\n')).toEqual({
    notes: [
      'The Markdown of the page is not used: it has 0 % of the words of the HTML, and the HTML 0 % of its words.',
    ],
    code: ['make   install'],
    anchors: ['', 'linux-1', 'macos'],
  })
})

test('a twin with other headings is not used', () => {
  expect(read(MARKDOWN.replace('## macOS', '## Mac')).notes).toEqual([
    'The Markdown of the page is not used: the HTML has the heading "macOS", the Markdown "Mac".',
  ])
})

test('a section of the twin that differs keeps the text of the HTML', () => {
  const { notes, code } = read(MARKDOWN.replace('make install', 'cargo build --release --locked && strip target'))
  expect([notes, code]).toEqual([[], ['make   install']])
})

test('a line of the twin about llms.txt, which the page does not show, is no text', () => {
  const page = { url: 'https://docs.example.com/install', html: HTML }
  const twin = { ...page, markdown: `> [llms.txt](/llms.txt)\n\n${MARKDOWN}` }
  const { notes, records } = learnSite([twin], {}).read(twin)
  expect([notes, records[0]?.content]).toEqual([[], 'Download the program and start it.'])
})
