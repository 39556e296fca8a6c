import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The manifest of this package: two folders up in the sources, one in the bundle. */
const manifest = findPackageJSON('..', import.meta.url)
if (manifest === undefined) throw new Error('The package.json of docent is missing: install the package again.')

/** Version of the command, and of everything that it stores from run to run. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
