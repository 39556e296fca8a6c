/** Reads `docent.config.ts`, `.js` or `.json`. */

import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { docsFolder } from '@docent/ingest'
import * as v from 'valibot'

import { displayPath } from '../terminal/display-path.ts'
import { messageOf } from '../terminal/message-of.ts'
import { similar } from '../terminal/similar.ts'
import { visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { type Config, configEntries, configSchema } from './schema.ts'

const FILES = ['docent.config.ts', 'docent.config.js', 'docent.config.json']

/**
 * The configuration of a folder, or of `file`; the defaults where there is none. A repository may have it beside the
 * pages. @throws UsageError with the file and the key of a wrong value.
 *
 * @param pages the folder with the pages, if it is known.
 */
export async function readConfig(folder: string, file?: string, pages?: string): Promise<Config> {
  const path = findConfig(folder, file, pages)
  if (!path) return v.parse(configSchema, {})
  if (!existsSync(path))
    throw new UsageError(`${file} does not exist: --config needs the path of a configuration file.`)
  const result = v.safeParse(configSchema, await load(path))
  if (result.success) return result.output
  throw new UsageError(`${path}: ${faultOf(result.issues[0])}`)
}

/** One sentence about a wrong value, with its key. */
function faultOf(issue: v.InferIssue<typeof configSchema>): string {
  const dotted = v.getDotPath(issue)
  // One sentence in one line: a key may hold line breaks.
  const key = dotted && visible(dotted)
  if (!key) return `it ${issue.message}.`
  // An object lacks a key, or has one too many; the message describes the object.
  if (issue.type !== 'strict_object' || dotted === issue.path?.[0].key) {
    if (issue.type !== 'strict_object' || Object.hasOwn(configEntries, key)) return `"${key}" ${issue.message}.`
    const keys = Object.keys(configEntries)
    const meant = similar(key, keys)
    const known = meant === undefined ? `the keys are ${keys.join(', ')}.` : `did you mean "${meant}"?`
    return `there is no key "${key}"; ${known}`
  }
  const parent = key.slice(0, key.lastIndexOf('.'))
  const fault = issue.expected === 'never' ? `there is no key "${key}"` : `"${key}" is missing`
  return `${fault}; "${parent}" ${issue.message}.`
}

/** The file that `readConfig` reads; `undefined` for none. */
export function findConfig(folder: string, file?: string, pages?: string): string | undefined {
  if (file) return resolve(file)
  return existingIn(folder)[0] ?? existingIn(pages ?? docsFolder(folder) ?? folder)[0]
}

/**
 * The folder that names in the configuration are relative to: the named one, unless the configuration is beside the
 * pages of a repository. @param file the configuration that the operator names.
 */
export function configFolder(folder: string, file?: string, pages?: string): string {
  if (file || existingIn(folder).length > 0) return folder
  const beside = pages ?? docsFolder(folder) ?? folder
  return existingIn(beside).length > 0 ? beside : folder
}

/** All files that may be the configuration, existing or not. @param pages the folder with the pages. */
export function possibleConfigs(folder: string, pages: string): string[] {
  return [...new Set([folder, pages])].flatMap((one) => FILES.map((name) => join(one, name)))
}

/**
 * A sentence about a configuration that is not read, though it is in the folder, beside the pages or in a folder above;
 * `undefined` for none, and where the operator names a file. @param pages the folder with the pages.
 */
export function ignoredConfig(folder: string, pages: string, file?: string): string | undefined {
  if (file) return undefined
  const read = findConfig(folder, file, pages)
  const found = [folder, pages, dirname(pages), dirname(folder)]
    .flatMap((one) => existingIn(one))
    .find((path) => path !== read)
  if (found === undefined) return undefined
  const reason = read === undefined ? 'it is above the docs folder' : `${displayPath(read)} is`
  return `${displayPath(found)} is not read, since ${reason}; name it with --config.`
}

function existingIn(folder: string): string[] {
  return FILES.map((name) => join(folder, name)).filter((path) => existsSync(path))
}

async function load(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'))
    // Node caches a module by its address, so a saved file gets another one.
    const address = `${pathToFileURL(path).href}?saved=${Math.trunc(statSync(path).mtimeMs)}`
    const module = (await import(address)) as { default?: unknown }
    return module.default
  } catch (error) {
    const reason = messageOf(error)
    // The message of a JSON error quotes the file, with its line breaks.
    throw new UsageError(`${path} cannot be read: ${reason.replaceAll(/\s+/g, ' ')}; correct the file.`)
  }
}
