import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { testStore } from '../testing/crawl-site.ts'
import { serveSite, type Answer } from '../testing/site-server.ts'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const HOME = page('Home', '<p>Welcome to the manual.</p><a href="/guide">Guide</a>')
const GUIDE = page(
  'Guide',
  '<p>How to begin.</p><h2 id="first">First step</h2><p>Run this command:</p><pre>make   install</pre>',
)
const GUIDE_MARKDOWN = '# Guide\n\nHow to begin.\n\n## First step\n\nRun this command:\n\n```sh\nmake install\n```\n'

/** An answer by the `Accept` header, as servers with Markdown give it. */
const negotiated =
  (html: string, markdown: string): Answer =>
  (request: IncomingMessage, response: ServerResponse) => {
    const isMarkdown = request.headers.accept === 'text/markdown'
    response.setHeader('content-type', isMarkdown ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8')
    response.end(isMarkdown ? markdown : html)
  }

const markdown =
  (text: string): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'text/markdown')
    response.end(text)
  }

async function crawlOf(answers: Record<string, Answer>) {
  await using site = await serveSite(answers)
  using store = testStore()
  const { verdicts, records } = await store.crawl(site.origin)
  const path = (url: string): string => url.replace(site.origin, '')
  return {
    twins: verdicts.flatMap((verdict) => (verdict.state === 'indexed' ? [[path(verdict.url), verdict.twin]] : [])),
    records: records.map(({ url, code }) => [path(url), code]),
    requests: site.requests,
  }
}

test('twins beside the pages are found without llms.txt, and the verdict names the source', async () => {
  const { twins, records } = await crawlOf({
    '/': HOME,
    '/guide': GUIDE,
    '/index.md': markdown('# Home\n\nWelcome to the manual.\n\n[Guide](/guide)\n'),
    '/guide.md': markdown(GUIDE_MARKDOWN),
  })
  expect(twins).toEqual([
    ['/', 'file'],
    ['/guide', 'file'],
  ])
  expect(records).toContainEqual(['/guide#first', 'make install'])
})

test('the Markdown form of the pages themselves is used where the server has one', async () => {
  const { twins, records } = await crawlOf({
    '/': negotiated(HOME, '# Home\n\nWelcome to the manual.\n\n[Guide](/guide)\n'),
    '/guide': negotiated(GUIDE, GUIDE_MARKDOWN),
  })
  expect(twins).toEqual([
    ['/', 'accept'],
    ['/guide', 'accept'],
  ])
  expect(records).toContainEqual(['/guide#first', 'make install'])
})

test('a site without Markdown is asked for few pages only, and its answers for missing files are no Markdown', async () => {
  const { twins, requests } = await crawlOf({ '/': HOME, '/guide': GUIDE, '*': page('Not found', '<p>No page.</p>') })
  expect(twins.every(([, twin]) => twin === undefined)).toBe(true)
  expect(requests.filter((path) => path.endsWith('.md'))).toEqual(['/index.md'])
})

test('a twin without a section of the page is not used: sections and anchors are those of the HTML', async () => {
  const [shorter = ''] = GUIDE_MARKDOWN.split('## First')
  const { twins, records } = await crawlOf({
    '/': HOME,
    '/guide': GUIDE,
    '/index.md': markdown('# Home\n\nWelcome to the manual.\n\n[Guide](/guide)\n'),
    '/guide.md': markdown(shorter),
  })
  expect(twins).toEqual([
    ['/', 'file'],
    ['/guide', undefined],
  ])
  expect(records).toContainEqual(['/guide#first', 'make   install'])
})
