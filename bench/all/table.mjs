/** Prints a row as a Markdown table: one line for each figure, one column for each contestant. */

/** @param row as `measureRow` in `all.mjs` returns it. */
export function table({ name, work, limits, figures, seconds }) {
  const contestants = Object.keys(figures)
  const keys = [...new Set(contestants.flatMap((contestant) => Object.keys(figures[contestant])))]
  const lines = keys.map((key) => {
    const limit = limitOf(limits[key], figures)
    const cells = contestants.map((contestant) => format(figures[contestant][key]))
    return [
      key,
      ...cells,
      limit.text,
      limit.isMet === undefined ? '' : limit.isMet(figures.now[key]) ? 'yes' : '**no**',
    ]
  })
  const header = [work, ...contestants, 'limit', 'met']
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'))
  const markdown = [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${markdown}\n\`npm run bench -- all ${name}\`: ${Math.round(seconds)} s`
}

/** A limit is `{ atMost }` or `{ atLeast }`: a number, or a function of all figures, for shares of an anchor. */
function limitOf(limit, figures) {
  if (limit === undefined) return { text: '' }
  const [direction, bound] = Object.entries(limit)[0]
  const value = typeof bound === 'function' ? bound(figures) : bound
  if (value === undefined || Number.isNaN(value)) return { text: 'unknown: the anchor was not measured' }
  return direction === 'atMost'
    ? { text: `≤ ${format(value)}`, isMet: (measured) => measured <= value }
    : { text: `≥ ${format(value)}`, isMet: (measured) => measured >= value }
}

function format(value) {
  if (value === undefined) return '–'
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
