/**
 * `npm test`: types, lint, format and unused code side by side, then the tests. There are two tiers:
 *
 *     npm test                       all but the tests tagged `long` and those that need a cluster; some minutes
 *     npm test -- --all              everything, as CI does
 *     npm test -- packages/engine    everything below a path; further arguments go to Vitest
 *
 * The last line is `N passed, N failed, N skipped`: skipped tests print their reason, and tests of the other tier are
 * counted in the line before.
 */

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { SITE_BUILD } from './build-site.ts'
import { ensureChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'node_modules/.cache/test-report.json')

const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['browser bundles', SITE_BUILD],
  ['types', 'node_modules/typescript/bin/tsc', '-b'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
]

/** Random cases of a property in the long tier; without the variable, `property-runs.ts` of the engine says how many. */
const LONG_PROPERTY_RUNS = '4000'

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: {
    /** Path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[]
  }[]
}

const all = process.argv.includes('--all')
const args = process.argv.slice(2).filter((arg) => arg !== '--all')
const hasPath = args.some((arg) => !arg.startsWith('-'))
const short = !all && !hasPath

const checks = await Promise.all(CHECKS.map((check) => runCheck(...check)))
const failedChecks = checks.filter((passed) => !passed).length

console.log('\n── tests')
process.env.CHROMIUM_PATH = await ensureChromium()
if (all) process.env.DOCENT_COMMAND = await publishedCommand()
if (!short) process.env.DOCENT_PROPERTY_RUNS ??= LONG_PROPERTY_RUNS
process.env.DOCENT_PROPERTY_SEED ??= String(commitSeed())
console.log(`random cases from DOCENT_PROPERTY_SEED=${process.env.DOCENT_PROPERTY_SEED}`)
rmSync(report, { force: true })
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
if (short) vitest.push('--project=unit', '--project=e2e', '--tags-filter=!long')
// With a path, each file has a process of its own, which finds a test that depends on another file.
if (!hasPath) process.env.DOCENT_SHARED_PROCESSES = 'true'
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...vitest, ...args], {
  cwd: root,
  stdio: 'inherit',
})

const { testResults } = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : { testResults: [] }
const missing = hasPath ? [] : missingFiles()
printFailures()
printTiers()
const tests = testResults.flatMap((file) => file.assertionResults)
const count = (...states: string[]) => tests.filter((test) => states.includes(test.status) && !isLeftOut(test)).length
// A failed check, a file that never ran and a file that cannot be loaded count as failures, although no test failed.
const failed = count('failed') + failedChecks + missing.length || (status === 0 ? 0 : 1)
console.log(`\n${count('passed')} passed, ${failed} failed, ${count('pending', 'skipped', 'todo')} skipped`)
process.exit(failed === 0 ? 0 : 1)

/**
 * The seed of all random cases: the beginning of the hash of the committed files. So the same files always have the same cases, and
 * each change has new ones. Without a repository, as in an archive of one version, a fixed one.
 */
function commitSeed(): number {
  // Reading a hash runs no hooks, so the repository may belong to another user, as in a container.
  const args = ['-c', `safe.directory=${root}`, 'rev-parse', '--verify', 'HEAD^{tree}']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout ? parseInt(stdout.slice(0, 7), 16) : 1
}

/**
 * Builds the command as it is published. Tests of processes start it hundreds of times, and the bundle starts with half of the CPU
 * time of the sources.
 * @returns its path.
 */
async function publishedCommand(): Promise<string> {
  const { bundleCommand } = await import('./bundle-command.ts')
  const folder = join(root, 'node_modules/.cache/command')
  await bundleCommand(folder)
  cpSync(join(root, 'packages/cli/package.json'), join(folder, 'package.json'))
  return join(folder, 'dist/main.js')
}

/** Runs a check and prints its output when it has ended, so that the outputs of several do not mix. */
async function runCheck(name: string, script: string, ...checkArgs: string[]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, script), ...checkArgs], { cwd: root })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${seconds} s${code === 0 ? '' : `\n${output}`}`)
  return code === 0
}

function isLeftOut({ tags }: { tags: string[] }): boolean {
  return short && tags.includes('long')
}

/** Test files of the repository that the tier includes and the report does not name. */
function missingFiles(): string[] {
  const found = globSync('{packages,e2e,campaign,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const reported = new Set(testResults.map(({ name }) => relative(root, name)))
  return found.filter((file) => !reported.has(file) && !(short && needsCluster(file)))
}

function needsCluster(file: string): boolean {
  return file.endsWith('.opensearch.test.ts')
}

/** Repeats the failures in short, so that the end of a log names them. */
function printFailures(): void {
  for (const file of missing) console.error(`\n✗ ${file}\n    never ran: no project of vitest.config.ts includes it`)
  for (const { name, status: state, message, assertionResults } of testResults) {
    if (state !== 'failed') continue
    console.error(`\n✗ ${relative(root, name)}`)
    if (message !== '') console.error(`    ${firstLines(message)}`)
    const failedTests = assertionResults.filter((test) => test.status === 'failed')
    // The report does not name the hooks of a `describe`.
    if (message === '' && failedTests.length === 0) console.error('    a hook failed: see above')
    for (const { fullName, failureMessages } of failedTests)
      console.error(`  ✗ ${fullName}\n    ${firstLines(failureMessages.join('\n'))}`)
  }
}

/** The number of tests and files of each tier: `--all` must run no fewer than the short tier ran and left out. */
function printTiers(): void {
  const isLong = ({ tags }: { tags: string[] }) => tags.includes('long')
  const cluster = testResults.filter(({ name }) => needsCluster(name))
  const others = testResults.filter(({ name }) => !needsCluster(name))
  const longTests = others.flatMap((file) => file.assertionResults).filter(isLong).length
  const shortTests = others.flatMap((file) => file.assertionResults).length - longTests
  console.log(`\nshort tier: ${shortTests} tests in ${others.length} files`)
  console.log(`long tier: ${longTests} more in these files${short ? ', left out' : ''}`)
  if (short) console.log('cluster: left out; `npm test -- --all` runs everything')
  else console.log(`cluster: ${cluster.flatMap((file) => file.assertionResults).length} in ${cluster.length} files`)
}

/** The beginning of a message: a counterexample can be pages long. */
function firstLines(message: string): string {
  return message.slice(0, 300).split('\n').slice(0, 4).join('\n    ')
}
