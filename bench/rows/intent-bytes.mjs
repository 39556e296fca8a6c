/**
 * The JavaScript that a page loads until the first intent has been answered, kB of compressed bodies: a page of 200 is loaded and
 * read, then the pointer rests on a link (`../site/bytes.mjs`). The anchor is React with the functions that hydrate a page.
 */
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'

import { launchBrowser } from '../../e2e/browser.ts'
import { bytesRow } from '../site/bytes.mjs'
import { docentOf } from '../site/contestants.mjs'
import { buildSite } from './shared/built-site.mjs'
import { bundler } from './shared/bundler.mjs'

const PAGES = 200

export const work = 'JavaScript after the first intent, kB of gzip'

export const limits = { 'after intent kB': { atMost: 78 } }

export async function measure({ checkout, folder }) {
  const site = docentOf(checkout, folder)
  buildSite(site, PAGES)
  const browser = await launchBrowser()
  try {
    const row = await bytesRow(browser, site, PAGES)
    return { 'at load kB': row['JS at load'] / 1000, 'after intent kB': row['JS after intent'] / 1000 }
  } finally {
    await browser.close()
  }
}

export const anchors = {
  'React itself': async () => {
    const { rolldown } = bundler('rolldown')
    const entry = createRequire(import.meta.url).resolve('react-dom/client')
    const bundle = await rolldown({
      input: 'entry',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? `${entry}.entry.mjs` : undefined),
          load: (id) => (id === `${entry}.entry.mjs` ? "export { hydrateRoot } from 'react-dom/client'" : undefined),
        },
      ],
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    })
    const { output } = await bundle.generate({ format: 'es', minify: true })
    await bundle.close()
    return { 'after intent kB': gzipSync(output[0].code, { level: 9 }).length / 1000 }
  },
}
