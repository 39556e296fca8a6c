/** The look of a site, from its configuration. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { Appearance } from '@docent/site'

import type { Config } from './config.ts'
import { UsageError } from './usage-error.ts'

/** What the site needs of the configuration of `folder`. Throws a UsageError when a named style sheet cannot be read. */
export async function appearanceOf(folder: string, config: Config): Promise<Appearance> {
  const { logo, links, footer, hue } = config
  const css = config.css === undefined ? undefined : await readStyleSheet(resolve(folder, config.css))
  return {
    ...(logo && { logo }),
    ...(links && { links }),
    ...(footer !== undefined && { footer }),
    ...(hue !== undefined && { hue }),
    ...(css !== undefined && { css }),
  }
}

async function readStyleSheet(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`The style sheet ${path}, which the configuration names, cannot be read: check "css".`)
  }
}
