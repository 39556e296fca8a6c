#!/usr/bin/env node
/**
 * The entry of the `docent` command. It enables Node's compile cache, in the user's own cache folder, before the first
 * module is loaded: the second start takes half the CPU of the first. Where that folder is not writable, nothing is
 * cached. Node's default folder is open to all users of the machine.
 */

import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

const { NODE_COMPILE_CACHE: chosen, XDG_CACHE_HOME: caches } = process.env
const folder = chosen ?? join(caches ?? join(homedir(), '.cache'), 'docent')
// Search workers read this variable.
process.env['NODE_COMPILE_CACHE'] = folder
enableCompileCache(folder)

await import('./program.ts')
