/** The page of `docent try`: a form, the figures, and the hits of each side. It has no script; all texts are escaped by `markup`. */

import { type Html, markup } from '@docent/site/html'

import type { Scores } from '../eval/score.ts'
import { plural } from '../terminal/plural.ts'
import type { Figures, Measured } from './figures.ts'
import type { ShownHit, Side, SideAnswer, TextPart } from './side.ts'

/** The content of the page. */
export interface TryPage {
  /** Site or folder. */
  source: string
  sides: readonly Side[]
  figures: Figures
  /** Sentences about the compared indexes. */
  notes: readonly string[]
  query: string
  /** One for each side; absent without a query. */
  answers?: readonly SideAnswer[]
}

/** Figures of the table: shares from 0 to 1. */
const COLUMNS: [name: keyof Scores, heading: string, meaning: string][] = [
  ['hit1', 'First', 'share of queries whose page is the first one'],
  ['hit5', 'Top 5', 'share of queries whose page is among the first five'],
  ['mrr10', 'MRR@10', 'mean of 1 / rank, within ten pages'],
  ['zeroResults', 'Nothing', 'share of queries without a hit'],
]

/** Hits of the two sides below each other on a phone, beside each other elsewhere. */
export function renderPage({ source, sides, figures, notes, query, answers }: TryPage): string {
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${query === '' ? 'Compare searches' : `${query} – compare searches`}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<h1>${sides.map(({ name }) => name).join(' beside ')}</h1>
<p>${source}</p>
<form action="/" method="get" role="search">
<label for="q">Query</label>
<input id="q" name="q" type="search" value="${query}" maxlength="512" autocomplete="off" spellcheck="false"${autofocus(query)}>
<button type="submit">Search</button>
</form>
</header>
<main>
${answers === undefined ? undefined : columns(sides, answers)}
${figuresTable(figures)}
${notes.map((note) => markup`<p class="note">${note}</p>`)}
${queryList(figures, query)}
</main>
</body>
</html>
`
  return html
}

/** The field has the focus at the beginning; after a search a reader goes on to the hits. */
const autofocus = (query: string): Html => (query === '' ? markup` autofocus` : markup``)

const columns = (sides: readonly Side[], answers: readonly SideAnswer[]): Html =>
  markup`<div class="sides">${answers.map(
    (answer, i) => markup`<section aria-labelledby="side-${String(i)}">
<h2 id="side-${String(i)}">${sides[i]?.name ?? ''}</h2>
${'failure' in answer ? markup`<p class="failure">${answer.failure}</p>` : hitList(answer.hits, answer.total)}
</section>`,
  )}</div>`

function hitList(hits: readonly ShownHit[], total: number): Html {
  if (hits.length === 0) return markup`<p>Nothing was found.</p>`
  return markup`<p class="count">${plural(total, 'hit')}</p><ol>${hits.map(
    ({ url, title, trail, snippet }) => markup`<li>
<p class="trail">${trail}</p>
<p class="title">${url === undefined ? texts(title) : markup`<a href="${url}" rel="noreferrer">${texts(title)}</a>`}</p>
<p>${texts(snippet)}</p>
</li>`,
  )}</ol>`
}

const texts = (parts: readonly TextPart[]): Html[] =>
  parts.map(({ text, marked }) => (marked ? markup`<mark>${text}</mark>` : markup`${text}`))

function figuresTable({ sides, queries }: Figures): Html | undefined {
  if (queries.length === 0) return undefined
  return markup`<section aria-labelledby="figures"><h2 id="figures">Known-item figures</h2>
<p>${plural(queries.length, 'query', 'queries')}, each with the page that answers it.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of figures"><table>
<thead><tr><th scope="col">Search</th>${COLUMNS.map(
    ([, heading, meaning]) => markup`<th scope="col"><abbr title="${meaning}">${heading}</abbr></th>`,
  )}</tr></thead>
<tbody>${sides.map(
    ({ name, scores, failure }) =>
      markup`<tr><th scope="row">${name}</th>${
        scores === undefined
          ? markup`<td colspan="${String(COLUMNS.length)}">${failure ?? 'not measured'}</td>`
          : COLUMNS.map(([key]) => markup`<td>${(scores[key] ?? 0).toFixed(3)}</td>`)
      }</tr>`,
  )}</tbody>
</table></div></section>`
}

/** The measured queries, those with different ranks first. */
function queryList({ sides, queries }: Figures, current: string): Html | undefined {
  if (queries.length === 0) return undefined
  const differs = ({ ranks }: Measured): boolean => new Set(ranks).size > 1
  const ordered = [...queries.filter(differs), ...queries.filter((query) => !differs(query))]
  return markup`<section aria-labelledby="queries"><h2 id="queries">Queries, and the rank of the right page</h2><ul class="queries">${ordered.map(
    ({ query, ranks }) =>
      markup`<li><a href="/?q=${encodeURIComponent(query)}"${
        query === current ? markup` aria-current="page"` : undefined
      }>${query}</a> <span>${ranks.map((rank, i) => `${sides[i]?.name ?? ''}: ${rank === 0 ? 'not found' : rank}`).join(', ')}</span></li>`,
  )}</ul></section>`
}
