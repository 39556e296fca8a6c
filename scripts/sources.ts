/** The source files that are shipped: without tests, and without the folders and files that only tests use. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = /\.tsx?$/
const TEST = /\.test\.tsx?$/
const FOR_TESTS = new Set(['testing', 'testing.ts', 'conformance', 'node_modules', 'dist'])

/** Yields the paths of the TypeScript files below a folder, each beginning with the path of the folder. */
export function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (FOR_TESTS.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sourcesIn(path)
    else if (SOURCE.test(entry.name) && !TEST.test(entry.name)) yield path
  }
}
