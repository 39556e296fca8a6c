import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Docs, FILE_ROLES, LEFT_OUT, readDocs } from '../index.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { folderOf } from '../testing/folder-of.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'

const RUNS = propertyRuns(0.08)

/** Files with role, and reason or number of pages. */
const rolesOf = ({ files }: Docs): Record<string, string> =>
  Object.fromEntries(
    files.map(({ file, role, reason, pages }) => [file, [role, reason, pages].filter(Boolean).join(' ')]),
  )

describe('the role of a file', () => {
  test('pages, partials, configurations, assets, and files that are left out', async () => {
    const docs = await readFiles({
      'a.md': '# A\n\n![x](x.png)\n\n<!--@include: ./_part.md-->\n\n<<< ./code.ts\n',
      'b.md': '# B\n\n<!--@include: ./_part.md-->\n',
      '_part.md': '# A part with a heading\n',
      '_rest.md': 'Neither front matter nor a heading.\n',
      'code.ts': 'const a = 1',
      'other.ts': 'const b = 1',
      'x.png': '',
      'y.png': '',
      '.pages': 'nav: [b.md, a.md]',
      '_category_.json': '{}',
      '.hidden/c.md': '# C',
      'node_modules/d/d.md': '# D',
      'e.md': '---\ndraft: true\n---\n# E',
      'b/index.md': '# Again',
      'CLAUDE.md': '# For an agent',
      'notes.rst': 'Notes',
      'more.rst': 'More',
    })
    expect(rolesOf(docs)).toEqual({
      'a.md': 'page',
      'b.md': 'page',
      'b/index.md': 'page',
      '_part.md': 'partial 2',
      '_rest.md': 'left-out fragment',
      'code.ts': 'partial 1',
      'other.ts': 'left-out program',
      'x.png': 'asset',
      'y.png': 'left-out not-linked',
      '.pages': 'configuration',
      '_category_.json': 'configuration',
      '.hidden/': 'left-out hidden',
      'node_modules/': 'left-out hidden',
      'e.md': 'left-out draft',
      'CLAUDE.md': 'left-out agent-notes',
      'notes.rst': 'left-out unread-format',
      'more.rst': 'left-out unread-format',
    })
    expect(docs.problems.filter(({ code }) => code === 'unread-format')).toEqual([
      {
        file: 'more.rst',
        code: 'unread-format',
        message:
          '"more.rst" and 1 more file are reStructuredText, which is not read; convert them to Markdown, with pandoc for example.',
      },
    ])
  })

  test('a file with front matter or a heading is a page, even if its name or folder begins with an underscore', async () => {
    const docs = await readFiles({
      '_index.md': '---\ntitle: Home\n---\n',
      '_guide/a.md': '# A',
      '_guide/_b.md': '## B',
      'AGENTS.md': '---\ntitle: Agents\n---\n',
      'guide/agents.md': '# About agents',
    })
    expect(docs.files.filter(({ role }) => role !== 'page')).toEqual([])
  })

  test.each([
    ['Docusaurus', { 'docusaurus.config.js': '' }, 'docs', ['_a.md', '_b/c.md', 'd.md'], ['d.md']],
    ['Starlight', { 'package.json': '{"dependencies": {"@astrojs/starlight": "1"}}' }, 'src/content/docs', ['_a.md', '_b/c.md', 'd.md'], ['_b/c.md', 'd.md']],
    ['VitePress', { 'docs/.vitepress/config.ts': 'export default {}' }, 'docs', ['_a.md', '_b/c.md', 'd.md'], ['_a.md', '_b/c.md', 'd.md']],
  ] as const)('%s keeps its rule about underscores', async (_, more, folder, names, pages) => {
    const docs = await readFiles({ ...more, ...Object.fromEntries(names.map((name) => [`${folder}/${name}`, '# T'])) })
    expect(docs.files.flatMap(({ file, role }) => (role === 'page' ? file : [])).sort()).toEqual(pages)
    const left = docs.files.filter(({ file, role }) => role === 'left-out' && !file.startsWith('.'))
    expect(left.every(({ reason }) => reason === 'generator-rule')).toBe(true)
  }) // prettier-ignore

  test('files in hidden folders that are read or published are listed with their roles', async () => {
    const docs = await readFiles({
      'a.md': '# A',
      '.vitepress/config.ts': 'export default {}',
      '.vitepress/theme.ts': '',
      '.vitepress/public/logo.svg': '',
    })
    expect(rolesOf(docs)).toEqual({
      'a.md': 'page',
      '.vitepress/': 'left-out hidden',
      '.vitepress/config.ts': 'configuration',
      '.vitepress/public/logo.svg': 'asset',
    })
  })

  test("Docent's configuration is one that was read, if it was", async () => {
    const folder = folderOf({ 'a.md': '# A', 'docent.config.json': '{}' })
    const read = (configurations: string[]): Promise<Docs> => readDocs(folder, { configurations })
    expect(rolesOf(await read([]))['docent.config.json']).toBe('left-out not-linked')
    expect(rolesOf(await read([join(folder, 'docent.config.json')]))['docent.config.json']).toBe('configuration')
    rmSync(folder, { recursive: true })
  })

  test('symbolic links and closed folders have their reasons', async () => {
    const folder = folderOf({
      'in/a.md': '# A',
      'in/data/x.db': '',
      'in/folder/b.md': '# B',
      'out.md': '# Out',
      'in/.env': '',
    })
    const links = [['out.md', '../out.md'], ['none.md', './gone.md'], ['env.txt', '.env'], ['linked', './folder']] as const // prettier-ignore
    for (const [link, target] of links) symlinkSync(target, join(folder, 'in', link))
    const docs = await readDocs(join(folder, 'in'), { closed: [join(folder, 'in/data')] })
    rmSync(folder, { recursive: true })
    expect(rolesOf(docs)).toMatchObject({
      'out.md': 'left-out outside',
      'none.md': 'left-out no-file',
      'env.txt': 'left-out private',
      '.env': 'left-out hidden',
      'data/': 'left-out closed',
    })
  })

  test('a folder without Markdown, but with another format, is an error that names the format', async () => {
    await expect(readFiles({ 'index.rst': 'Title' })).rejects.toThrow('its reStructuredText is not read')
  })
})

describe('all files', () => {
  /** The files of a folder by another way: a folder that is not read counts once. */
  function listing(folder: string, inner = ''): string[] {
    return readdirSync(join(folder, inner), { withFileTypes: true }).flatMap((entry) => {
      const path = `${inner}${entry.name}`
      if (!entry.isDirectory()) return path
      return entry.name.startsWith('.') || entry.name === 'node_modules' ? `${path}/` : listing(folder, `${path}/`)
    })
  }

  const GENERATORS: Record<string, string>[] = [
    {},
    { 'mkdocs.yml': 'docs_dir: .\nnav: [a.md]\n' },
    { 'SUMMARY.md': '# S\n\n- [A](a.md)\n' },
    { '.vitepress/config.ts': 'export default {}' },
    { 'docusaurus.config.js': 'export default {}' },
  ]
  const folderName = fc.constantFrom('', '', 'g/', '_p/', '.dot/', 'public/', 'node_modules/', 'en/', 'g/_h/')
  const fileName = fc.constantFrom(
    'a.md', 'b.mdx', '_c.md', 'index.md', 'README.md', 'A.md', 'SUMMARY.md', 'CLAUDE.md', 'x.png', 'y.rst', 'z.py', '_category_.json', 'meta.json', '.env', '.pages', 'CNAME',
  ) // prettier-ignore
  const content = fc.constantFrom(
    '', 'text', '# T\n', '---\ndraft: true\n---\n# D\n', '---\ntitle: 7\n---\n', '---\nslug: /same\n---\n', '# I\n\n<!--@include: ./_c.md-->\n', '![x](x.png)', '{', '[a](a.md) [z](z.py)',
  ) // prettier-ignore

  test('have exactly one role, equal to an independent listing of the folder', timeoutOf(RUNS), async () => {
    const files = fc.array(fc.tuple(folderName, fileName, content), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(...GENERATORS), fc.boolean(), async (entries, generator, drafts) => {
        const written = Object.fromEntries(entries.map(([inner, name, text]) => [inner + name, text]))
        // On some systems two names that differ in case are one file; the listing says which files exist.
        const folder = folderOf({ 'first.md': '# First', ...generator, ...written })
        if (generator['docusaurus.config.js'] !== undefined) mkdirSync(join(folder, 'docs'), { recursive: true })
        if (generator['docusaurus.config.js'] !== undefined) writeFileSync(join(folder, 'docs/a.md'), '# A')
        try {
          const docs = await readDocs(folder, { drafts })
          const names = docs.files.map(({ file }) => file)
          expect(new Set(names).size).toBe(names.length)
          const isHidden = (file: string): boolean => /(?:^|\/)(?:\.[^/]+|node_modules)\/./.test(file)
          expect(names.filter((file) => !isHidden(file)).sort()).toEqual(listing(docs.folder).sort())
          const pages = docs.files.filter(({ role }) => role === 'page').map(({ file }) => file)
          expect(pages.sort()).toEqual(docs.pages.map(({ file }) => file).sort())
          for (const { role, reason, pages: uses } of docs.files) {
            expect(Object.keys(FILE_ROLES)).toContain(role)
            expect(reason === undefined).toBe(role !== 'left-out')
            expect(uses === undefined).toBe(role !== 'partial')
            if (reason !== undefined) expect(Object.keys(LEFT_OUT)).toContain(reason)
          }
        } finally {
          rmSync(folder, { recursive: true })
        }
      }),
      RUNS,
    )
  })
})
