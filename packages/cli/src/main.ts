#!/usr/bin/env node
/**
 * Where the `docent` command begins. Node keeps what it compiles of the modules in the user's own cache folder, which must
 * be said before the first of them is loaded: the second start takes half the CPU of the first. Where that folder cannot
 * be written, nothing is kept. Not Node's default folder, which is open to all users of the machine.
 */

import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

const { NODE_COMPILE_CACHE: chosen, XDG_CACHE_HOME: caches } = process.env
const folder = chosen ?? join(caches ?? join(homedir(), '.cache'), 'docent')
// Search workers take it from here.
process.env['NODE_COMPILE_CACHE'] = folder
enableCompileCache(folder)

await import('./program.ts')
