/**
 * Puts the report of `docent eval` on a pull request: one comment, which later runs update. Without a changed query none is written, and an
 * earlier one is updated. A token that may not comment, such as that of a fork, is a warning, since the gate is the exit code of the step.
 *
 * node comment.ts summary.md result.json, with GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST; GITHUB_API_URL if it is not GitHub's own.
 */

import { readFile } from 'node:fs/promises'

/** Marks the comment; it is not visible. */
const MARK = '<!-- docent eval -->'
/** Maximum number of pages of a hundred comments that are looked through. */
const MAX_PAGES = 20

const [summaryFile = '', resultFile = ''] = process.argv.slice(2)
const {
  GITHUB_API_URL = 'https://api.github.com',
  GITHUB_REPOSITORY = '',
  GITHUB_TOKEN = '',
  PULL_REQUEST = '',
} = process.env

/** A call of the API. Throws an `Error` of one sentence for a refusal. */
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}`)
  return response.json()
}

/** The number of the comment of an earlier run; `undefined` for none. */
async function earlierComment(): Promise<number | undefined> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/issues/${PULL_REQUEST}/comments?per_page=100&page=${page}`
    const comments = (await call('GET', path)) as { id: number; body?: string }[]
    const found = comments.find(({ body }) => body?.startsWith(MARK))
    if (found) return found.id
    if (comments.length < 100) return undefined
  }
  return undefined
}

try {
  const body = `${MARK}\n${await readFile(summaryFile, 'utf8')}`
  const { comparison } = JSON.parse(await readFile(resultFile, 'utf8')) as {
    comparison?: { worse: unknown[]; better: unknown[] }
  }
  const isChanged = comparison !== undefined && comparison.worse.length + comparison.better.length > 0
  const earlier = await earlierComment()
  if (earlier !== undefined) await call('PATCH', `/issues/comments/${earlier}`, { body })
  else if (isChanged) await call('POST', `/issues/${PULL_REQUEST}/comments`, { body })
} catch (error) {
  console.log(
    `::warning::The comment was not written (${(error as Error).message}): it needs the permission pull-requests: write.`,
  )
}
