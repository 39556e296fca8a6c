import { expect, test } from 'vitest'
import { sectionOf } from './sections.ts'

const PAGE = `# Title

Lead.

## Install \`it\` {#install}

One.

\`\`\`sh
# no heading
\`\`\`

### On Linux

Two.

## Use

Three.

### On Linux

Four.
`
const HEADINGS = [
  { id: 'install', text: 'Install it', level: 2 },
  { id: 'on-linux', text: 'On Linux', level: 3 },
  { id: 'use', text: 'Use', level: 2 },
  { id: 'on-linux-1', text: 'On Linux', level: 3 },
]

test('a section has its subsections and its code, and ends at the next heading of its level', () => {
  const section = sectionOf(PAGE, HEADINGS, 'install')
  expect(section).toMatch(/^## Install/)
  expect(section).toContain('# no heading')
  expect(section).toContain('Two.')
  expect(section).not.toContain('Three.')
})

test('of two equal headings each anchor names its own', () => {
  expect(sectionOf(PAGE, HEADINGS, 'on-linux')).toContain('Two.')
  expect(sectionOf(PAGE, HEADINGS, 'on-linux-1')).toContain('Four.')
})

test('an underlined heading is one', () => {
  expect(sectionOf('T\n=\n\nA\n---\n\nx\n\nB\n---\n\ny', [{ id: 'b', text: 'B', level: 2 }], 'b')).toBe('B\n---\n\ny')
})

test('an unknown anchor is no section', () => {
  expect(sectionOf(PAGE, HEADINGS, 'nowhere')).toBeUndefined()
})
