/** Reads `docent.config.ts`, `.js` or `.json`: what cannot be guessed from the folder. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import * as v from 'valibot'

import { UsageError } from './usage-error.ts'

const FILES = ['docent.config.ts', 'docent.config.js', 'docent.config.json']

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'))
const entries = {
  title: v.optional(text),
  index: v.optional(v.pipe(text, v.maxLength(128, 'must have at most 128 characters')), 'docs'),
  base: v.optional(v.pipe(text, v.regex(/^\/(?:[^/?#]+\/)*$/, 'must begin and end with a slash, as in "/docs/"')), '/'),
  missingResultsUrl: v.optional(
    v.pipe(text, v.check(isWebUrl, 'must be an http or https address; {query} in it stands for the query')),
  ),
}
const NO_OBJECT = 'must be an object, as in { "title": "My project" }'
const schema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), NO_OBJECT),
  v.strictObject(entries, NO_OBJECT),
)

/** The configuration of a site, every key with its default. */
export interface Config {
  /** The site's name; default: the home page's title, else the folder's name. */
  title?: string
  /** The name of the search index; default `docs`. */
  index: string
  /** The path below which the site is served, with a slash at both ends; default `/`. */
  base: string
  /** Where "report missing results" leads; `{query}` stands for the query. */
  missingResultsUrl?: string
}

/**
 * The configuration of a folder, or of `file` if one is named; the defaults if there is none. Throws a UsageError that
 * names the file and the key if something in it is wrong.
 */
export async function readConfig(folder: string, file?: string): Promise<Config> {
  const path = file ? resolve(file) : FILES.map((name) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (!path) return v.parse(schema, {})
  if (!existsSync(path))
    throw new UsageError(`${file} does not exist: --config needs the path of a configuration file.`)
  const result = v.safeParse(schema, await load(path))
  if (result.success) return result.output
  const issue = result.issues[0]
  const key = v.getDotPath(issue)
  if (issue.type === 'strict_object' && key)
    throw new UsageError(`${path}: there is no key "${key}"; the keys are ${Object.keys(entries).join(', ')}.`)
  throw new UsageError(key ? `${path}: "${key}" ${issue.message}.` : `${path}: it ${issue.message}.`)
}

async function load(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'))
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown }
    return module.default
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url.replace('{query}', 'query'))?.protocol ?? '')
}
