/** Lines about a reading: the recognised generator, and the roles of the files. */

import {
  type Docs,
  type DocsFile,
  FILE_ROLES,
  GENERATOR_NAMES,
  LEFT_OUT,
  type RecognisedGenerator,
} from '@docent/ingest'

import { count, plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'

/** The generator, and the file by which it was recognised: `Hugo, from hugo.toml; theme Docsy`. */
export function generatorLine({ kind, file, theme }: RecognisedGenerator): string {
  if (kind === 'plain') return 'Markdown without a generator'
  const from = file === undefined ? '' : `, from ${visible(file)}`
  return `${GENERATOR_NAMES[kind]}${from}${theme === undefined ? '' : `; theme ${visible(theme)}`}`
}

/** Counts of the files by role and reason: `298 files: 290 pages, 6 partials, 2 left out: drafts`. */
export function filesLine({ files }: Pick<Docs, 'files'>): string {
  // Hidden files are left out: every folder has a `.git` or a `.docent`.
  const shown = files.filter(({ reason }) => reason !== 'hidden' && reason !== 'closed')
  const byRole = Object.groupBy(shown, ({ role }) => role)
  const counts = ROLES.flatMap(([role, one, many]) => {
    const number = byRole[role]?.length ?? 0
    return number === 0 ? [] : plural(number, one, many)
  })
  const reasons = leftOutCounts(byRole['left-out'] ?? [])
  return `${plural(shown.length, 'file')}: ${counts.join(', ')}${reasons === '' ? '' : `: ${reasons}`}`
}

const ROLES = [
  ['page', 'page', 'pages'],
  ['partial', 'partial', 'partials'],
  ['configuration', 'configuration', 'configurations'],
  ['asset', 'asset', 'assets'],
  ['left-out', 'left out', 'left out'],
] as const satisfies [keyof typeof FILE_ROLES, string, string][]

function leftOutCounts(files: readonly DocsFile[]): string {
  const byReason = [...Map.groupBy(files, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length)
  return byReason
    .map(([reason, members]) => {
      const name = reason === undefined ? '' : LEFT_OUT[reason][members.length === 1 ? 0 : 1]
      return byReason.length === 1 ? name : `${count(members.length)} ${name}`
    })
    .join(', ')
}

/** All files as a table, the left-out ones first, pages last. */
export function fileTable(files: readonly DocsFile[]): string[] {
  return ROLES.toReversed().flatMap(([role, , title]) => {
    const members = files.filter((file) => file.role === role)
    if (members.length === 0) return []
    const width = Math.max(...members.map(({ file }) => visible(file).length))
    const lines = members.map((one) => `  ${visible(one.file).padEnd(width)}  ${noteOf(one)}`.trimEnd())
    return [`${title} (${count(members.length)}): ${FILE_ROLES[role]}`, ...lines, '']
  })
}

function noteOf({ reason, pages }: DocsFile): string {
  if (reason !== undefined) return LEFT_OUT[reason][2]
  return pages === undefined ? '' : `used by ${plural(pages, 'page')}`
}
