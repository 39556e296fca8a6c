/**
 * The container: its command and its health check run as in the image, with a read-only root and a user without rights; no image is
 * built. `npm run proof -- deploy` checks the files by their schemas.
 */

import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { exitCode, MAIN, nextOutput, run } from './docent-process.ts'
import { root, runProgram } from './workflow-runner.ts'

let folder: string
let docs: string
const deploy = (name: string): Promise<string> => readFile(join(root, 'deploy', name), 'utf8')

beforeAll(async () => {
  folder = folderOf()
  docs = join(folder, 'docs')
  await mkdir(docs)
  await writeFile(join(docs, 'index.md'), '# Gears\n\nWheels with teeth.\n')
})

/** The instructions of the last stage. */
const lastStage = async (): Promise<string[]> =>
  (await deploy('Dockerfile'))
    .split(/^(?=FROM )/m)
    .at(-1)
    ?.trim()
    .split('\n') ?? []
const listOf = (stage: string[], name: RegExp): string[] => {
  const line = stage.find((one) => name.test(one)) ?? ''
  return JSON.parse(line.slice(line.indexOf('['))) as string[]
}

/** An argument in the container as one on this machine. */
const localArgument = (arg: string, data: string): string =>
  new Map([
    ['/docs', docs],
    ['/home/node/data', data],
    ['0.0.0.0', '127.0.0.1'],
    ['http://opensearch:9200', 'http://127.0.0.1:1'],
  ]).get(arg) ?? arg

test('has two stages, a user without rights, and the tools of the first stage are not in it', async () => {
  const text = await deploy('Dockerfile')
  expect(text.match(/^FROM /gm)).toHaveLength(2)
  const stage = await lastStage()
  expect(stage.filter((line) => line.startsWith('USER '))).toEqual(['USER node'])
  expect(stage.join('\n')).not.toMatch(/npm|apt/)
  expect(await readFile(join(root, 'docs/guide/deploy.md'), 'utf8')).toContain(`\`\`\`dockerfile\n${text}\`\`\``)
})

/** Starts the command with a root that is read-only but for the data, as a user without rights. */
const READ_ONLY = `mount --bind "$DATA" "$DATA" && mount -o remount,ro,bind / && exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"`
const canMount = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -o remount,ro,bind /']).status === 0

test.runIf(canMount)(
  'serves with a read-only root, as a user without rights; the health check tells whether it serves; SIGTERM ends it',
  async () => {
    const data = folderOf()
    const stage = await lastStage()
    await runProgram('chown', ['65534:65534', data], { cwd: folder })
    await runProgram('chmod', ['-R', 'a+rX', folder], { cwd: folder })
    const [command, ...args] = listOf(stage, /^CMD /).map((arg) => localArgument(arg, data))
    expect(command).toBe('docent')
    const isolated = ['--mount', 'sh', '-c', READ_ONLY, 'sh', process.execPath, MAIN, ...args, '--port', '0']
    const env = { PATH: process.env['PATH'], HOME: '/home/node', NODE_ENV: 'production', DATA: data }
    const child = spawn('unshare', isolated, { env })
    const health = async (port: string): Promise<number | null> => {
      const [, ...check] = listOf(stage, /^HEALTHCHECK /).map((arg) => arg.replace('4321', port))
      return (await runProgram(process.execPath, check, { cwd: folder })).code
    }
    const port = /"event":"started".*?:(\d+)\//.exec(await nextOutput(child, /"event":"started"/))?.[1] ?? ''
    expect(await health(port)).toBe(0)
    for (const path of ['ready', 'health'])
      expect((await fetch(`http://127.0.0.1:${port}/_docent/${path}`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exitCode(child)).toBe(0)
    expect(await health(port)).toBe(1)
    expect(await readdir(data)).toContain('docent.db')
  },
)

test('compose and Kubernetes start the same command, with a read-only root and without rights', async () => {
  const compose = parse(await deploy('compose.yaml')) as {
    services: Record<string, { command: string; read_only: boolean; cap_drop: string[]; volumes: string[] }>
  }
  const documents = parseAllDocuments(await deploy('kubernetes.yaml')).map(
    (one) => one.toJS() as { kind: string; spec: never },
  )
  const deployment = documents.find(({ kind }) => kind === 'Deployment')
  const { template } = (deployment?.spec ?? {}) as {
    template: { spec: { containers: { args: string[]; securityContext: object; startupProbe: object }[] } }
  }
  const docent = compose.services['docent']
  expect(docent).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['docent:/home/node/data'] })
  const [container] = template.spec.containers
  expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  expect(container?.startupProbe).toMatchObject({ httpGet: { path: '/_docent/ready', port: 'http' } })
  const command = listOf(await lastStage(), /^CMD /)
  expect(container?.args).toEqual(command)
  const withCluster = docent?.command.split(' ') ?? []
  expect(withCluster.slice(0, command.length)).toEqual(command)
  // The options are understood: the command ends because there is no cluster, not as wrong usage.
  const local = withCluster
    .slice(1)
    .map((arg) =>
      arg === '/docs'
        ? docs
        : arg === '/home/node/data'
          ? join(folder, 'unused')
          : arg.replace('http://opensearch:9200', 'http://127.0.0.1:1'),
    )
  expect(await run(...local)).toMatchObject({ code: 1, stderr: expect.stringMatching(/cluster.*cannot be used/) })
})
