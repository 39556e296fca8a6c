/** The installed dialog in Chromium: as a React component in a bundle, and as `docent.js` in a page without a bundler. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { build } from 'vite'

import { launchBrowser } from '../browser.ts'
import { serveFiles } from '../file-server.ts'
import { writeFiles } from './managers.ts'

const SECTION = '#changing-the-ratio'

/** Opens both pages of a consumer whose site is in `public`. @throws if a section is not found and opened. */
export async function tryInBrowser(folder: string): Promise<void> {
  const command = join(folder, 'node_modules/docent/dist/main.js')
  const api = spawn(process.execPath, [command, 'docs', '--port', '0', '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(api, 'exit')
  const [address] = (await Promise.race([
    once(api.stdout, 'data'),
    ended.then(() => {
      throw new Error('The search server ended.')
    }),
  ])) as [Buffer]
  const browser = await launchBrowser()
  const { searchKey } = JSON.parse(readFileSync(join(folder, 'docs/.docent/dev/server.json'), 'utf8')) as {
    searchKey: string
  }
  await writePages(folder, String(address).trim().replace(/\/$/, ''), searchKey)
  const { server, url } = await serveFiles(join(folder, 'public'), '/')
  try {
    await search(await browser.newPage(), `${url}app/`)
    await search(await browser.newPage(), `${url}plain/`)
  } finally {
    server.close()
    await browser.close()
    api.kill('SIGTERM')
    await ended
  }
}

/** Writes `app/`, the bundled program, and `plain/`, the folder of `docent.js` with a page, beside the site. */
async function writePages(folder: string, api: string, key: string): Promise<void> {
  const page = (head: string, body: string): string =>
    `<!doctype html><html lang="en" data-api="${api}" data-key="${key}"><head><meta charset="utf-8"><title>Page</title>${head}</head><body>${body}</body></html>`
  await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    base: '/app/',
    build: {
      outDir: join(folder, 'public/app'),
      rolldownOptions: {
        input: join(folder, 'app.tsx'),
        output: { entryFileNames: 'app.js', assetFileNames: '[name][extname]' },
      },
    },
  })
  const plain = join(folder, 'public/plain')
  mkdirSync(plain, { recursive: true })
  cpSync(join(folder, 'node_modules/@docent/dialog/dist/vanilla'), plain, { recursive: true })
  writeFiles(join(folder, 'public'), {
    'app/index.html': page(
      '<link rel="stylesheet" href="app.css">',
      '<div id="root"></div><script type="module" src="app.js"></script>',
    ),
    'plain/index.html': page(
      '<link rel="stylesheet" href="docent.css">',
      `<div id="search"></div><script type="module">
         import { docent } from './docent.js'
         docent({ container: '#search', hosts: ['${api}'], appId: 'docent', apiKey: '${key}', indexName: 'docs' })
       </script>`,
    ),
  })
}

/** Opens the dialog by its key, types, and opens the section that is found. */
async function search(page: Page, address: string): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(address)
  const button = page.locator('.DocSearch-Button').first()
  await button.waitFor()
  const radius = await button.evaluate((element) => getComputedStyle(element).borderRadius)
  if (radius === '0px') throw new Error(`${address} has no styles.`)
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Input').waitFor()
  await page.keyboard.type('--rat')
  await page.locator('.DocSearch-Hit mark').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${SECTION}`)
  if (!(await page.locator(SECTION).isVisible())) throw new Error(`${address}: the section is not shown.`)
  if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`)
  await page.close()
}
