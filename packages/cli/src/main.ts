#!/usr/bin/env node
/**
 * The entry of the `docent` command. It enables Node's compile cache, in the user's own cache folder, before the first
 * module is loaded: the second start takes half the CPU of the first. Where that folder is not writable, nothing is
 * cached. Node's default folder is open to all users of the machine.
 *
 * `npx docent` runs under any Node: an older one gets a sentence. So this file imports no name that an older Node lacks.
 */

import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The oldest Node that runs the command. */
const NODE = 24

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < NODE) {
  process.stderr.write(
    `Docent needs Node ${NODE} or newer, and this is Node ${process.versions.node}: install a newer one from nodejs.org.\n`,
  )
  process.exit(1)
}

const { NODE_COMPILE_CACHE: chosen, XDG_CACHE_HOME: caches } = process.env
const folder = chosen ?? join(caches ?? join(homedir(), '.cache'), 'docent')
// Search workers read this variable.
process.env['NODE_COMPILE_CACHE'] = folder
module.enableCompileCache(folder)

await import('./program.ts')
