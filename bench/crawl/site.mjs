/**
 * Serves a docs site of N pages of 40 kB: header, sidebar with 120 links, article with 8 sections, table of contents, footer.
 * Pages are made for each request; `{ change: PAGE }` changes one. Arguments: number of pages.
 */

import { createServer } from 'node:http'

const pages = Number(process.argv[2])
const WORDS =
  'index record query filter snippet server client cluster token field value option default request answer page section table cache thread worker backend search result order'.split(
    ' ',
  )
const revisions = new Map()

function words(seed, count) {
  let state = seed * 2654435761 + 12345
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return WORDS[state % WORDS.length]
  }).join(' ')
}

const sidebar = (page) =>
  Array.from({ length: 120 }, (_, index) => {
    // The pages of the same group, and the first of others, so that every page is reached within few steps.
    const group = Math.floor(page / 100) * 100
    const to = index < 100 ? group + index : ((index - 100) * 100 + Math.floor(page / 2000) * 2000) % pages
    const current = to === page ? ' aria-current="page"' : ''
    return to < pages
      ? `<li class="menu-item"><a class="menu-link" href="/docs/${to}"${current}>Page ${to}</a></li>`
      : ''
  }).join('\n')

const section = (page, index) => `
<h2 id="part-${index}">${words(page * 31 + index, 4)}<a class="hash" href="#part-${index}">#</a></h2>
<p>${words(page * 57 + index, 90)}</p>
<ul>${[1, 2, 3, 4].map((item) => `<li>${words(page * 13 + index * 5 + item, 14)}</li>`).join('')}</ul>
<div class="code"><pre><code>${words(page * 3 + index, 30).replaceAll(' ', '\n')}</code></pre><button>Copy</button></div>
<table><tr><th>name</th><th>meaning</th></tr>${[1, 2, 3].map((row) => `<tr><td>${words(page + row, 1)}</td><td>${words(page * 7 + row, 9)}</td></tr>`).join('')}</table>`

function html(page) {
  const parts = [0, 1, 2, 3, 4, 5, 6, 7]
  const revision = revisions.get(page) ?? 0
  const next = [page + 100, page + 2000, page + 1].filter((to) => to < pages)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} | Docs</title>
<link rel="canonical" href="/docs/${page}"><meta name="description" content="${words(page, 20)}"></head><body>
<header class="top"><a href="/docs/0">Docs</a><nav><a href="/docs/0">Guide</a><a href="https://elsewhere.example/">Code</a></nav></header>
<div class="layout"><aside class="sidebar"><ul>${sidebar(page)}</ul></aside>
<main><article><h1>Page ${page}</h1><p>${words(page * 91, 60)} ${revision}</p>${parts.map((index) => section(page, index)).join('')}</article>
<nav class="pagination">${next.map((to) => `<a href="/docs/${to}">Page ${to}</a>`).join('')}</nav></main>
<aside class="toc"><ul>${parts.map((index) => `<li><a href="#part-${index}">${words(page * 31 + index, 4)}</a></li>`).join('')}</ul></aside></div>
<footer><p>Copyright of the authors</p>${Array.from({ length: 20 }, (_, index) => `<a href="/docs/${index}">Link ${index}</a>`).join('')}</footer>
<script src="/app.js"></script></body></html>`
}

process.on('message', ({ change }) => revisions.set(change, (revisions.get(change) ?? 0) + 1))

const server = createServer((request, response) => {
  const page = Number(/^\/docs\/(\d+)$/.exec(request.url)?.[1] ?? Number.NaN)
  if (!(page < pages)) {
    response.writeHead(404).end()
    return
  }
  const etag = `"${page}-${revisions.get(page) ?? 0}"`
  response.setHeader('etag', etag)
  if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
  else response.setHeader('content-type', 'text/html; charset=utf-8').end(html(page))
})
server.listen(0, '127.0.0.1', () => process.send({ origin: `http://127.0.0.1:${server.address().port}` }))
