/**
 * The configurations in `docs/guide/keep-your-search-box.md` are those of the sites that `npm run proof -- integrations` builds and
 * searches: each block after the name of a file is a part of that file.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/guide/keep-your-search-box.md'), 'utf8')

const SITES = ['Docusaurus', 'VitePress', 'VuePress', 'Rspress', 'Starlight', 'Sphinx', 'MkDocs']

test.each(SITES)('%s', (site) => {
  const [, section = ''] = guide.split(`\n## ${site}\n`)
  const own = section.split('\n## ')[0] ?? ''
  const blocks = [...own.matchAll(/`([\w./-]+)`:\n\n```\w+\n(.*?)```/gs)]
  expect(blocks.length).toBeGreaterThan(0)
  for (const [, file = '', code = ''] of blocks) {
    const text = readFileSync(join(import.meta.dirname, 'integrations', site.toLowerCase(), file), 'utf8')
    expect(lines(text)).toContain(lines(code))
  }
})

/** Without indentation and comments, which a part of a file may have otherwise. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')
}
