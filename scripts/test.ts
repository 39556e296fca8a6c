/**
 * What `npm test` does: types, lint, format, unused code, then unit and browser tests; the last line is
 * `N passed, N failed, N skipped`. Further arguments go to Vitest: `npm test -- packages/engine`.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { buildSite } from './build-site.ts'
import { ensureChromium } from './chromium.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules')
const report = join(root, 'node_modules', '.cache', 'test-report.json')

const steps: [name: string, command: string[]][] = [
  ['types', ['typescript/bin/tsc', '-b']],
  ['lint', ['oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives']],
  ['format', ['oxfmt/bin/oxfmt', '--check', '.']],
  ['unused code', ['knip/bin/knip.js']],
]

buildSite()
let failedSteps = 0
for (const [name, command] of steps) {
  console.log(`\n── ${name}`)
  if (!node(command)) {
    failedSteps++
    console.error(`✗ ${name} failed`)
  }
}

console.log(`\n── tests`)
process.env.CHROMIUM_PATH = await ensureChromium()
rmSync(report, { force: true })
const testsPassed = node([
  'vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
])

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = existsSync(report)
  ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
  : { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [] }
for (const { name, status, message, assertionResults } of testResults) {
  if (status !== 'failed') continue
  // Once more in short: who reads a log from its end sees what failed.
  console.error(`\n✗ ${relative(root, name)}`)
  if (message !== '') console.error(`    ${firstLines(message)}`)
  const failedTests = assertionResults.filter((test) => test.status === 'failed')
  // Vitest's report names no hook of a `describe`.
  if (message === '' && failedTests.length === 0) console.error('    what it sets up failed: see above')
  for (const { fullName, failureMessages } of failedTests) {
    console.error(`  ✗ ${fullName}\n    ${firstLines(failureMessages.join('\n'))}`)
  }
}
// A test file that cannot be loaded, or a failed step, is a failure although no test of it ran.
const failed = numFailedTests + failedSteps || (testsPassed ? 0 : 1)
console.log(`\n${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`)
process.exit(failed === 0 ? 0 : 1)

/** The beginning of a message: a counterexample can be pages long. */
function firstLines(message: string): string {
  return message.slice(0, 300).split('\n').slice(0, 4).join('\n    ')
}

function node([script, ...args]: string[]): boolean {
  return spawnSync(process.execPath, [join(bin, script ?? ''), ...args], { cwd: root, stdio: 'inherit' }).status === 0
}
