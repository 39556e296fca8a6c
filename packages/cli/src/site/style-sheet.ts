import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { pathBelow } from '@docent/ingest/below-root'

import { UsageError } from '../terminal/usage-error.ts'

/**
 * The style sheet that the configuration names. It is published, so it must be a `.css` file below the docs folder, also
 * where the name is a symbolic link.
 * @throws UsageError
 */
export async function readStyleSheet(folder: string, name: string): Promise<string> {
  const path = pathBelow(resolve(folder), name)
  if (path === undefined || !path.toLowerCase().endsWith('.css'))
    throw new UsageError(`"css" of the configuration must name a .css file in ${folder}, and "${name}" does not.`)
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`The style sheet ${path}, which the configuration names, cannot be read: check "css".`)
  }
}
