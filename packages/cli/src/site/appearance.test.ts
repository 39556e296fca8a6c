import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { appearanceOf, referencesOf } from './appearance.ts'

const top = folderOf()
const docs = join(top, 'docs')
mkdirSync(join(docs, 'styles'), { recursive: true })
writeFileSync(
  join(docs, 'styles/own.css'),
  '.a { background: URL( "/img/a.png" ) } .b { src: url(/b.woff2) } .c { x: url(c.png) }',
)
writeFileSync(join(top, 'outside.css'), '/* SECRET */')
writeFileSync(join(docs, '.env'), 'SECRET')
symlinkSync('../outside.css', join(docs, 'link.css'))
symlinkSync('.env', join(docs, 'env.css'))

describe('the style sheet of the configuration', () => {
  test.each(['../outside.css', 'link.css', 'env.css', '.env', 'styles/../../outside.css', '/../outside.css'])(
    '%s is not read',
    async (css) => {
      await expect(appearanceOf(docs, { index: 'docs', base: '/', css })).rejects.toThrow(
        /"css" of the configuration must name a \.css file/,
      )
    },
  )

  test('a style sheet below the folder is read', async () => {
    const { css } = await appearanceOf(docs, { index: 'docs', base: '/', css: 'styles/own.css' })
    expect(css).toContain('/img/a.png')
  })
})

test('files that the frame of the pages uses: images, links, targets of redirects, files of the style sheet', async () => {
  const config = {
    index: 'docs',
    base: '/',
    css: 'styles/own.css',
    logo: { light: '/logo.svg', dark: 'https://example.com/dark.svg' },
    links: [
      { text: 'PDF', url: '/a.pdf' },
      { text: 'Mail', url: 'mailto:a@example.com' },
    ],
    redirects: { '/old': '/new.zip' },
  }
  expect(referencesOf(config, await appearanceOf(docs, config))).toEqual([
    '/logo.svg',
    '/a.pdf',
    '/new.zip',
    '/img/a.png',
    '/b.woff2',
  ])
})
