/** The output of `docent build` in a browser, from a host that only serves files, below a base path. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'
import { testBrowser } from './test-browser.ts'

const folder = folderOf()
const docs = join(folder, 'docs')
const out = join(folder, 'out')

const put = (path: string, text: string): void => putFiles(docs, { [path]: text })

put('index.md', '# Gears\n\nAll about gears. See [the ratio](guide/ratio.md#changing-it).\n')
put('guide/ratio.md', '# Ratio\n\nWhat it is.\n\n## Changing it\n\nTurn `--ratio` up, as in C++.\n')
put('guide/oil.md', '---\nredirect_from: /grease\n---\n# Lubrication\n\nOil is good.\n')
put('guide/parts.md', `# Parts\n\n${Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\nA part.\n`).join('\n')}`)
put('docent.config.json', '{ "siteUrl": "https://gears.example.com", "hue": 20 }')

const build = (...args: string[]): ReturnType<typeof run> => run('build', docs, '--out', out, ...args)

describe('in a browser', () => {
  let server: Server
  let url = ''
  const faults: string[] = []

  beforeAll(async () => {
    expect(await build('--base', '/docs/')).toMatchObject({ code: 0, stderr: '' })
    ;({ server, url } = await serveFiles(out, '/docs/'))
  })
  afterAll(() => server?.close())
  const browser = testBrowser()

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage()
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(url + path)
    return page
  }

  test('the search finds a section and opens it without a full load, and no policy is violated', async () => {
    const page = await open('')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('c++')
    await page.getByRole('option').first().waitFor()
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}guide/ratio#changing-it`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ratio')
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
    expect(faults).toEqual([])
    await page.close()
  })

  test(
    'after a change of one page the base index is unchanged, and the search uses a delta',
    { tags: 'long' },
    async () => {
      const index = join(out, '_docent/search/index.bin')
      const before = readFileSync(index)
      put('guide/oil.md', '---\nredirect_from: /grease\n---\n# Lubrication\n\nGraphite is better.\n')
      expect(await build('--base', '/docs/')).toMatchObject({ code: 0, stderr: '' })
      expect(readFileSync(index).equals(before)).toBe(true)
      expect(readFileSync(join(out, '_docent/search/delta.bin')).length).toBeGreaterThan(0)
      const page = await open('')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('graphite')
      await page
        .getByRole('option', { name: /Lubrication/ })
        .first()
        .waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
  )

  test('the search page shows the results of its address, follows the input, and is linked from the dialog', async () => {
    const page = await open('search?q=ratio')
    await page.getByRole('link', { name: /Changing it/ }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('ratio')
    await page.getByRole('searchbox').fill('lubrication')
    await page.getByRole('heading', { level: 2, name: /Lubrication/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('lubrication')
    await page.goto(url)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('part')
    await page.getByRole('link', { name: /all/i }).click()
    await page.waitForURL('**/search?q=part')
    await page.getByRole('heading', { level: 2, name: /Parts/ }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })
})

describe('on a host with another name', { tags: 'long' }, () => {
  beforeAll(async () => {
    expect(await build('--base', '/docs/')).toMatchObject({ code: 0, stderr: '' })
  })
  const browser = testBrowser()

  test.each(['added', 'either', 'removed'] as const)(
    'with slashes %s, all pages and files are found',
    async (slash) => {
      const { server, url: address } = await serveFiles(out, '/docs/', slash)
      const url = address.replace('127.0.0.1', 'gears.test')
      const page = await browser.newPage()
      const faults: string[] = []
      page.on('response', (response) => response.status() >= 400 && faults.push(response.url()))
      page.on('pageerror', (error) => faults.push(error.message))
      const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()

      // A page opens at its address with and without a slash at the end.
      for (const path of ['guide/ratio', 'guide/ratio/']) {
        await page.goto(url + path)
        await heading('Ratio')
      }
      await page.getByRole('link', { name: 'Lubrication' }).first().click()
      await heading('Lubrication')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('c++')
      await page.locator('dialog [role=option]').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/guide\/ratio\/?#changing-it$/)
      await page.reload()
      await heading('Ratio')
      await page.goBack()
      await heading('Lubrication')
      expect(faults).toEqual([])

      await page.goto(`${url}guide/none/at/all`)
      await page.getByRole('link', { name: 'Go to the start page' }).click()
      await heading('Gears')
      expect(faults).toEqual([`${url}guide/none/at/all`])
      await page.close()
      server.close()
    },
  )
})

describe('the command', () => {
  test('writes only changed files', async () => {
    const target = join(folder, 'again')
    const times = (): Map<string, number> =>
      new Map(
        readdirSync(target, { recursive: true, encoding: 'utf8' })
          .filter((file) => statSync(join(target, file)).isFile() && !file.includes('.docent-site'))
          .map((file) => [file, statSync(join(target, file)).mtimeMs]),
      )
    await run('build', docs, '--out', target)
    const before = times()
    await run('build', docs, '--out', target)
    expect([...times()].filter(([file, time]) => before.get(file) !== time)).toEqual([])
  })

  test('removes deleted pages and updates the navigation of the others', { tags: 'long' }, async () => {
    const target = join(folder, 'gone')
    put('old.md', '# Old\n')
    await run('build', docs, '--out', target)
    expect(readdirSync(target)).toContain('old.md')
    rmSync(join(docs, 'old.md'))
    await run('build', docs, '--out', target)
    expect(readdirSync(target)).not.toContain('old')
    expect(readdirSync(target)).not.toContain('old.md')
    expect(readFileSync(join(target, 'guide/oil/index.html'), 'utf8')).not.toContain('/old')
  })

  test('--strict refuses docs with a broken link, reports file and line, and writes nothing', async () => {
    put('broken.md', '# Broken\n\n[Nowhere](none.md)\n')
    const target = join(folder, 'strict')
    const { code, stderr } = await run('build', docs, '--out', target, '--strict')
    rmSync(join(docs, 'broken.md'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/broken\.md:3: .*none\.md/)
    expect(stderr).toContain('Nothing was written')
    expect(() => readdirSync(target)).toThrow()
  })

  test('never writes into a folder with other files', async () => {
    const { code, stderr } = await run('build', docs, '--out', docs)
    expect(code).toBe(2)
    expect(stderr).toContain('holds files that no build has written')
  })
})
