/**
 * Finds the search box of the hosted provider that a site states: application, search key and index, as the pages of the site contain
 * them for every reader, or as the configuration of a folder does.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { readAddress } from '@docent/crawl'

import { version } from '../config/version.ts'
import type { RemoteIndex } from '../ask/ask.ts'

/** Scripts of a page that are read; a generator has its configuration in one of the first. */
const MAX_SCRIPTS = 8
/** Characters of a text that are searched. */
const MAX_CHARS = 5_000_000
/** Characters between the first and the last of the three values. */
const NEAR = 800

/** Configuration files of generators with a box of the provider. */
const CONFIGURATIONS = [
  'docusaurus.config.js',
  'docusaurus.config.ts',
  'docusaurus.config.mjs',
  '.vitepress/config.ts',
  '.vitepress/config.mts',
  '.vitepress/config.js',
  '.vitepress/config.mjs',
  'astro.config.mjs',
  'astro.config.ts',
  'rspress.config.ts',
]

/** `name: 'value'` in JavaScript and JSON, also in JSON inside a string. */
const APP_ID = /\b(?:appId|applicationId)\b["']?\s{0,4}[:=]\s{0,4}["'`]([A-Z0-9]{10})["'`]/
const API_KEY = /\bapiKey\b["']?\s{0,4}[:=]\s{0,4}["'`]([0-9a-f]{32})["'`]/
const INDEX =
  /\b(?:indexName\b["']?\s{0,4}[:=]\s{0,4}|indices\b["']?\s{0,4}[:=]\s{0,4}\[\s{0,4})["'`]([^"'`\s]{1,256})["'`]/

/** The box in a text; `undefined` where the text does not state all three values close to each other. */
export function boxIn(text: string): RemoteIndex | undefined {
  const plain = text.slice(0, MAX_CHARS).replaceAll(/\\(?=["'\\])/g, '')
  for (const { index: at } of plain.matchAll(/\b(?:appId|applicationId)\b/g)) {
    const near = plain.slice(Math.max(0, at - NEAR), at + NEAR)
    const [appId, key, index] = [APP_ID, API_KEY, INDEX].map((form) => form.exec(near)?.[1])
    if (appId !== undefined && key !== undefined && index !== undefined) return { appId, key, index }
  }
  return undefined
}

/** The box of a site: in the page at the address, else in its own scripts. */
export async function boxOfSite(url: string, options: { allowPrivate?: boolean }): Promise<RemoteIndex | undefined> {
  const read = { version, ...(options.allowPrivate && { allowPrivate: true }) }
  const page = await readAddress(url, read)
  if ('failure' in page) return undefined
  const found = boxIn(page.text)
  if (found) return found
  const own = new URL(page.url).origin
  const scripts = Array.from(page.text.matchAll(/<script\b([^<>]*)/gi), ([, attributes = '']) =>
    URL.parse(/\bsrc=["']?([^"'\s]+)/i.exec(attributes)?.[1] ?? '', page.url),
  ).filter((script) => script?.origin === own)
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    const answer = await readAddress(script?.href ?? '', read)
    const box = 'failure' in answer ? undefined : boxIn(answer.text)
    if (box) return box
  }
  return undefined
}

/** The box of a folder: in the configuration of a generator, in the folder or above it. */
export function boxOfFolder(folder: string): RemoteIndex | undefined {
  for (const place of [folder, dirname(folder)])
    for (const name of CONFIGURATIONS) {
      const file = join(place, name)
      const box = existsSync(file) ? boxIn(readFileSync(file, 'utf8')) : undefined
      if (box) return box
    }
  return undefined
}
