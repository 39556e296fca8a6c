/**
 * Script payloads in every field of a page that an author can fill. Chromium opens each page directly, by a click and by a
 * search. No payload may run, violate the content policy or send a request to another host.
 */

import type { BrowserContext, Page } from 'playwright-core'

import { launchBrowser } from '../e2e/browser.ts'
import { PAYLOADS } from '../e2e/hostile.ts'
import { addFinding, type Finding, MAX_FINDINGS, type OnTried, type Outcome, type Part } from './part.ts'
import { createRandom } from './random.ts'
import { startServer } from './server.ts'

/** Each payload alone, after characters that may end a text or an attribute, and encoded in other ways. */
const FORMS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `">${payload}`,
  (payload) => `'>]]>-->${payload}`,
  (payload) => payload.replaceAll(/[<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (payload) =>
    payload.replaceAll(/<(\/?)([a-z]+)/gi, (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}\u000C`),
]

const ALL = FORMS.flatMap((form) => PAYLOADS.map(form)).filter((payload, at, all) => all.indexOf(payload) === at)

export const payloadPart: Part = { name: 'payloads', unit: 'payloads', long: ALL.length, short: 20, run: tryPayloads }

/** A word that every page has. */
const WORD = 'gearbox'

async function tryPayloads(cases: number, seed: number, onTried: OnTried): Promise<Outcome> {
  const random = createRandom(seed)
  const chosen = ALL.map((payload) => ({ payload, order: random.next() }))
    .toSorted((left, right) => left.order - right.order)
    .slice(0, cases)
    .map(({ payload }) => payload)
  const files = Object.fromEntries(chosen.map((payload, at) => [`p${at}.md`, pageOf(payload, at)]))
  const server = await startServer({ 'index.md': `# Start\n\nA ${WORD}.\n`, ...files })
  const browser = await launchBrowser()
  const findings: Finding[] = []
  try {
    const context = await browser.newContext()
    const { page, seen } = await watchedPage(context)
    let tried = 0
    for (; tried < chosen.length && findings.length < MAX_FINDINGS; tried++) {
      await tryPage(page, server.url, tried)
      const found = seen.splice(0)
      if (found[0] !== undefined)
        addFinding(findings, { problem: found[0], input: `case ${tried}: ${JSON.stringify(chosen[tried])}` })
      onTried(tried + 1)
    }
    return { cases: tried, findings, figures: { 'different payloads': ALL.length } }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Opens the page, opens the first hit of a search, and returns by a link, which inserts articles into the document. */
async function tryPage(page: Page, url: string, number: number): Promise<void> {
  await page.goto(`${url}/p${number}`)
  await page.keyboard.press('Control+k')
  const box = page.locator('dialog input')
  await box.waitFor()
  await box.fill(`${WORD} p${number}x`)
  await page.locator('dialog [role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.goBack()
}

/** A page of the browser, with a list of faults, one sentence each. */
async function watchedPage(context: BrowserContext): Promise<{ page: Page; seen: string[] }> {
  const page = await context.newPage()
  const seen: string[] = []
  await page.exposeFunction('ran', () => void seen.push('A payload ran.'))
  page.on('dialog', (shown) => {
    seen.push('A dialog was opened.')
    void shown.dismiss()
  })
  page.on('request', (request) => {
    if (/evil/.test(URL.parse(request.url())?.hostname ?? '')) seen.push(`${request.url()} was requested.`)
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy|Trusted/i.test(message.text())) seen.push(message.text().slice(0, 200))
  })
  page.on('pageerror', (error) => seen.push(`An error of the page: ${error.message}`))
  return { page, seen }
}

/** A page with the payload as front matter, heading, link, address, image, code, table, container, HTML and plain text. */
function pageOf(payload: string, number: number): string {
  const line = payload.replaceAll(/\p{Cc}/gu, ' ')
  const yaml = JSON.stringify(payload)
  return `---
title: ${yaml}
description: ${yaml}
sidebar_label: ${yaml}
tags: [${yaml}]
keywords: [${yaml}]
image: ${yaml}
---

# ${line}

${WORD} p${number}x

## ${line}

${payload}

[${line}](<${line}>) [x](${line}) ![${line}](<${line}> "${line}") <${line}>

> ${line}

- ${line}

| ${line} | b |
|---|---|
| ${line} | \`${line}\` |

:::tip ${line}
${line}
:::

\`\`\`js title="${line}"
${payload}
\`\`\`

<div title="${line}" class="${line}" id="${line}">${line}</div>

<a href="${line}">x</a> <img src="${line}" alt='${line}'>

$${line}$

[^1] and [x][ref]

[^1]: ${line}
[ref]: <${line}> "${line}"
`
}
