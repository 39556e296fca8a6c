import { expect, test } from 'vitest'

import { withSection } from './changelog.ts'

const CHANGELOG = `# Changelog

## Unreleased

- A written entry.

## 1.0.0 (2026-01-01)

- The first one.
`

const COMMITS = [
  { subject: 'Show the box', files: ['packages/dialog/src/box.css', 'packages/client/src/index.ts'] },
  { subject: 'Test the box', files: ['packages/dialog/src/box.test.ts', 'e2e/box.test.ts'] },
  { subject: 'Explain the box', files: ['docs/box.md'] },
]

test('the section has the written entries, and the commits with their packages', () => {
  const { text, section, leftOut } = withSection(CHANGELOG, '1.1.0', '2026-02-03', COMMITS)
  expect(section).toBe('## 1.1.0 (2026-02-03)\n\n- A written entry.\n\n### Commits\n\n- client, dialog: Show the box\n')
  expect(leftOut).toBe(2)
  expect(text).toBe(`# Changelog\n\n## Unreleased\n\n${section}\n## 1.0.0 (2026-01-01)\n\n- The first one.\n`)
})

test('without commits the section has the written entries alone, also in a changelog without versions', () => {
  const first = withSection('# Changelog\n\n## Unreleased\n\n- All.\n', '1.0.0', '2026-01-01', [])
  expect(first.text).toBe('# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-01-01)\n\n- All.\n')
})

test('a second release has no entries of the first', () => {
  const { text } = withSection(CHANGELOG, '1.1.0', '2026-02-03', [])
  const { section } = withSection(text, '1.2.0', '2026-03-04', COMMITS.slice(0, 1))
  expect(section).toBe('## 1.2.0 (2026-03-04)\n\n### Commits\n\n- client, dialog: Show the box\n')
})

test('a changelog without "Unreleased" is refused', () => {
  expect(() => withSection('# Changelog\n', '1.0.0', '2026-01-01', [])).toThrow('no section "Unreleased"')
})
