/** Reads `docent.config.ts`, `.js` or `.json`. */

import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'
import { type Config, configEntries, configSchema } from './schema.ts'

const FILES = ['docent.config.ts', 'docent.config.js', 'docent.config.json']

/**
 * The configuration of a folder, or of `file`; the defaults where there is none. @throws UsageError with the file and
 * the key of a wrong value.
 */
export async function readConfig(folder: string, file?: string): Promise<Config> {
  const path = file ? resolve(file) : FILES.map((name) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (!path) return v.parse(configSchema, {})
  if (!existsSync(path))
    throw new UsageError(`${file} does not exist: --config needs the path of a configuration file.`)
  const result = v.safeParse(configSchema, await load(path))
  if (result.success) return result.output
  const issue = result.issues[0]
  const key = v.getDotPath(issue)
  if (issue.type === 'strict_object' && key && !key.includes('.'))
    throw new UsageError(`${path}: there is no key "${key}"; the keys are ${Object.keys(configEntries).join(', ')}.`)
  throw new UsageError(key ? `${path}: "${key}" ${issue.message}.` : `${path}: it ${issue.message}.`)
}

/** The configuration files that a folder has. */
export function configFiles(folder: string): string[] {
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
    const reason = error instanceof Error ? error.message : String(error)
    // The message of a JSON error quotes the file, with its line breaks.
    throw new UsageError(`${path} cannot be read: ${reason.replaceAll(/\s+/g, ' ')}`)
  }
}
