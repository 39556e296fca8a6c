/**
 * Runs a command and measures CPU seconds of all its processes, which the shell counts, and the peak memory of the
 * largest Node process among them. For systems with a POSIX shell. CPU of a running process is read from `/proc`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const PEAKS = join(tmpdir(), `docent-bench-peaks-${process.pid}`)
const reporter = join(dirname(fileURLToPath(import.meta.url)), 'report-peak.mjs')
/** Ticks a second in `/proc/PID/stat`: the same on every Linux that Node supports. */
const TICKS = 100

/**
 * Runs to the end. @param minutes after which it is killed.
 * @returns `cpu` in seconds, `peakMB` in 10⁶ bytes (`undefined` for other programs than Node), `wall` in seconds.
 * @throws with the end of its output when it fails, or when it takes too long.
 */
export function measure({ command, args, cwd, env = {} }, minutes = 60) {
  rmSync(PEAKS, { force: true })
  const begun = performance.now()
  const { pid, status, error, stdout, stderr, output } = spawnSync(
    'sh',
    ['-c', '"$@" 3>&-; status=$?; times >&3; exit $status', 'sh', command, ...args],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
      timeout: minutes * 60_000,
      // Its own process group, so that its children can be ended with it.
      detached: true,
      env: {
        ...process.env,
        ...env,
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${pathToFileURL(reporter).href} ${env.NODE_OPTIONS ?? ''}`,
        BENCH_PEAKS: PEAKS,
      },
    },
  )
  if (error?.code === 'ETIMEDOUT') {
    process.kill(-pid, 'SIGKILL')
    throw new Error(`It takes more than ${minutes} minutes.`)
  }
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${`${stdout}${stderr}`.slice(-3000)}`)
  const wall = (performance.now() - begun) / 1000
  // A command without a Node process writes none.
  const peaks = existsSync(PEAKS) ? readFileSync(PEAKS, 'utf8').trim().split('\n').map(Number) : []
  rmSync(PEAKS, { force: true })
  const peakMB = peaks.length === 0 ? undefined : (Math.max(...peaks) * 1024) / 1e6
  return { cpu: childrenSeconds(String(output[3])), peakMB, wall }
}

/** The second line of the shell's `times`: user and system time of its children, such as `1m2.345s 0m0.678s`. */
function childrenSeconds(times) {
  const parts = times
    .trim()
    .split('\n')[1]
    .matchAll(/(\d+)m([\d.]+)s/g)
  return [...parts].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** CPU seconds of a process and its children so far; `NaN` on systems without `/proc`. */
export function cpuOf(pid) {
  try {
    // The name, in brackets, may contain spaces; utime and stime are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    const own = (Number(fields[11]) + Number(fields[12])) / TICKS
    return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), own)
  } catch {
    return Number.NaN
  }
}

function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

/** The middle one; the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
