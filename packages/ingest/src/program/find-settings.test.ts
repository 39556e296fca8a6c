import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../testing/folder-of.ts'
import { findSettings } from './find-settings.ts'

const inFile = (name: string, source: string): ReturnType<typeof findSettings> => {
  const folder = folderOf({ [name]: source })
  try {
    return findSettings(join(folder, name), undefined)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('texts are found by name or path, at any depth of calls', () => {
  const found = inFile(
    'next.config.mjs',
    `import nextra from 'nextra'
     const name = 'Harbour'
     export default nextra({ base: \`/docs\`, root: path.join(__dirname, 'pages') })({
       site: { name }, seo: { name: other() }, i18n: { locales: ['en', 'zh'] },
     })`,
  )
  expect(found.text('base')).toBe('/docs')
  expect(found.text('root')).toBe('pages')
  expect(found.text('seo.name', 'site.name')).toBe('Harbour')
  expect(found.texts('locales')).toEqual(['en', 'zh'])
  expect(found.text('missing')).toBeUndefined()
})

test('elements of JSX count as their text; types are dropped', () => {
  const found = inFile(
    'theme.config.tsx',
    `const config: Config = { logo: <span className={x > 1 ? 'a' : 'b'}>The {'Har'}bour<br /></span>, less: a < b && c > d }
     export default config`,
  )
  expect(found.text('logo')).toBe('The Harbour')
})

test('a path is compared name by name, and may begin in the middle', () => {
  const found = inFile('a.js', "export default { ab: { c: 'long' }, b: { c: 'right', d: { c: 'inner' } } }")
  expect([found.text('b.c'), found.text('b.d.c'), found.texts('c')]).toEqual([
    'right',
    'inner',
    ['long', 'right', 'inner'],
  ])
})

test('an invalid program has no settings', () => {
  expect(inFile('a.js', 'export default {{').text('a')).toBeUndefined()
})
