/** Runs the steps of `action.yml` as the runner of GitHub does, those with `run`; steps that use other actions are left out. */

import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { parse } from 'yaml'

import { MAIN } from './docent-process.ts'

export const root = join(import.meta.dirname, '..')

/** The parts of the action that are read. */
export interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  runs: { using: string; steps: Step[] }
}

/** A step. */
interface Step {
  name?: string
  if?: string
  uses?: string
  run?: string
  shell?: string
  env?: Record<string, string>
}

/** The action of the repository. */
export const readAction = async (): Promise<Action> => parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action

/** Output and exit code of a program. */
export interface Ended {
  code: number | null
  output: string
}

/** Runs a program to its end. */
export function runProgram(
  command: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, env: { ...process.env, ...options.env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** A folder with a program `docent`, to be put before the others on the path. */
export async function makeBin(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-bin-'))
  await putProgram(join(folder, 'docent'), `exec "${process.execPath}" "${MAIN}" "$@"`)
  await putProgram(join(folder, 'node'), `exec "${process.execPath}" "$@"`)
  return folder
}

/** Writes a program of the shell. */
export async function putProgram(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${text}\n`)
  await chmod(file, 0o755)
}

/** One use of the action. */
export interface Use {
  cwd: string
  bin: string
  inputs: Record<string, string>
  /** Values of `github.…`. */
  github?: Record<string, string>
  env?: Record<string, string>
}

/** Runs the steps whose condition is met but the installation, until one fails. */
export async function runAction({ cwd, bin, inputs, github = {}, env = {} }: Use): Promise<Ended> {
  const action = await readAction()
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''])
  const values = new Map<string, string>([...(defaults as [string, string][]), ...Object.entries(inputs)])
  const valueOf = (expression: string): string => {
    const [, scope, name = ''] = /^(inputs|github)\.([\w.-]+)$/.exec(expression.trim()) ?? []
    if (scope === undefined) throw new Error(`The runner of the tests does not know ${expression}`)
    return (scope === 'inputs' ? filled(values.get(name) ?? '') : github[name]) ?? ''
  }
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{([^}]*)\}\}/g, (_, expression: string) => valueOf(expression))
  const isMet = (condition: string): boolean =>
    condition.split('&&').every((one) => {
      const [, left = '', operator, right] = /^\s*([\w.-]+) (==|!=) '([^']*)'\s*$/.exec(one) ?? []
      return (valueOf(left) === right) === (operator === '==')
    })
  let output = ''
  for (const step of action.runs.steps) {
    if (step.run === undefined || step.name === 'Install Docent' || !isMet(step.if ?? "inputs.mode != ''")) continue
    const stepEnv = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]))
    const path = bin + delimiter + process.env['PATH']
    const all = { ...env, ...stepEnv, PATH: path, GITHUB_ACTION_PATH: root, NO_COLOR: '1' }
    const ended = await runProgram('bash', ['-c', step.run], { cwd, env: all })
    output += ended.output
    if (ended.code !== 0) return { code: ended.code, output }
  }
  return { code: 0, output }
}
