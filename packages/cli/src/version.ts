import { readFileSync } from 'node:fs'

/** The version of the command, and of everything that it keeps from run to run. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
