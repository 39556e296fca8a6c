/** The OpenAPI files of a project, for pages whose front matter names an operation. */
import { relative } from 'node:path'
import { realPath } from '../../folder/below-root.ts'
import { listFiles } from '../../folder/list-files.ts'
import { readHead } from '../../folder/read-text.ts'
import { type Table, textOf } from '../../folder/plain-data.ts'

/** Maximum number of JSON and YAML files of a project whose beginnings are read. */
const MAX_CANDIDATES = 300

/** Bytes of a file's beginning in which its kind is looked for. */
const HEAD_BYTES = 2048

/** Bytes of the largest file: 1 MiB, as for includes. */
const MAX_BYTES = 1 << 20

/**
 * The OpenAPI files, relative to the project, those that the configuration names first.
 * @param data the configuration, which may name files in `openapi` at any place.
 */
export function specificationsOf(project: string, data: Table): string[] {
  const root = realPath(project)
  const candidates = listFiles(root, { roots: [root], closed: [] })
    .files.filter(({ path, stamp }) => /\.(?:json|ya?ml)$/i.test(path) && Number(stamp.split(':')[1]) <= MAX_BYTES)
    .slice(0, MAX_CANDIDATES)
    .filter(({ absolute }) => /["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/.test(readHead(absolute, HEAD_BYTES)))
    .map(({ absolute }) => relative(root, absolute).replaceAll('\\', '/'))
  const named = namedIn(data, 0).map((path) => path.replace(/^(?:\.?\/)+/, ''))
  return [...new Set([...named.filter((path) => candidates.includes(path)), ...candidates])]
}

/** The files of all keys `openapi`. */
function namedIn(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth > 30) return []
  if (Array.isArray(value)) return value.flatMap((one) => namedIn(one, depth + 1))
  return Object.entries(value as Table).flatMap(([key, one]) => {
    if (key !== 'openapi') return namedIn(one, depth + 1)
    const list: unknown[] = Array.isArray(one) ? one : [one]
    return list.flatMap((each) => textOf(each) ?? textOf((each as Table | null)?.source) ?? [])
  })
}
