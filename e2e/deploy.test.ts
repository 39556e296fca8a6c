/**
 * The files for pipelines, as far as they run without the services that they are for: the scripts of the action and of the GitLab
 * template, with a real repository.
 * `npm run proof -- deploy` checks the files by their schemas.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { isAdmin } from '@docent/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { type HttpHost, startHttp } from '../packages/crawl/src/testing/start-http.ts'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { type SourceServer, startSource } from '../packages/cli/src/testing/source-server.ts'
import { makeBin, putProgram, readAction, root, runAction, runProgram } from './workflow-runner.ts'

let folder: string
let bin: string
let repository: string
let baseSha: string
const deploy = (name: string): Promise<string> => readFile(join(root, 'deploy', name), 'utf8')
const git = async (...args: string[]): Promise<string> => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  const { code, output } = await runProgram('git', [...identity, ...args], { cwd: repository })
  expect(code, output).toBe(0)
  return output.trim()
}

beforeAll(async () => {
  folder = folderOf()
  bin = await makeBin()
  repository = join(folder, 'repository')
  await mkdir(join(repository, 'docs'), { recursive: true })
  await writeFile(join(repository, 'docs/index.md'), '# Gears\n\nWheels with teeth.\n')
  await writeFile(join(repository, 'docs/chains.md'), '# Chains\n\nLinks of steel.\n')
  await writeFile(join(repository, 'queries.yaml'), 'steel: /chains\n"teeth @team": /\n')
  await git('init', '--quiet', '.')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Base')
  baseSha = await git('rev-parse', 'HEAD')
})
afterAll(() => rm(bin, { recursive: true, force: true }))

describe('the action', () => {
  test('passes inputs to scripts by the environment, never as text of a script', async () => {
    const { inputs, runs } = await readAction()
    expect(runs.using).toBe('composite')
    for (const { run: script, shell } of runs.steps)
      if (script !== undefined) expect([shell, script.includes('${{')]).toEqual(['bash', false])
    const text = await readFile(join(root, 'action.yml'), 'utf8')
    const used = new Set(Array.from(text.matchAll(/inputs\.([\w-]+)/g), ([, name]) => name))
    expect([...used].toSorted()).toEqual(Object.keys(inputs).toSorted())
  })

  test('install: the version of the action, without scripts of packages', async () => {
    const own = await mkdtemp(join(folder, 'npm-'))
    await putProgram(join(own, 'npm'), `echo "$@" > "${own}/arguments"`)
    const env = { PATH: [own, bin, process.env['PATH']].join(delimiter), GITHUB_ACTION_PATH: root, RUNNER_TEMP: own }
    const script = join(root, 'deploy/github/install.sh')
    const ended = await runProgram('bash', [script], { cwd: own, env: { ...env, GITHUB_PATH: join(own, 'path') } })
    expect(ended).toMatchObject({ code: 0 })
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await readFile(join(own, 'arguments'), 'utf8')).toMatch(
      new RegExp(`--ignore-scripts .*docent@${version}\n$`),
    )
    expect(await readFile(join(own, 'path'), 'utf8')).toBe(`${own}/docent/node_modules/.bin\n`)
  })

  test('index fills an index of a search host', async () => {
    const host: SourceServer = await startSource('docs', [{ objectID: 'old' }], {})
    const key = (await host.backend.keys.list()).find(isAdmin)?.value ?? ''
    const inputs = { mode: 'index', to: host.url, key, index: 'handbook' }
    try {
      const { code, output } = await runAction({ cwd: repository, bin, inputs })
      expect(code, output).toBe(0)
      expect((await host.backend.listIndexes()).map(({ name }) => name)).toContain('handbook')
      expect((await runAction({ cwd: repository, bin, inputs: { mode: 'index' } })).output).toMatch(
        /needs the inputs to and key/,
      )
    } finally {
      await host.close()
    }
  })

  test('build writes the site for GitHub Pages, below the name of the repository', async () => {
    const use = { cwd: repository, bin, inputs: { mode: 'build', out: join(folder, 'public') } }
    const { code, output } = await runAction({ ...use, env: { GITHUB_REPOSITORY: 'team/handbook' } })
    expect(code, output).toBe(0)
    expect(await readdir(join(folder, 'public'))).toContain('.nojekyll')
    expect(await readFile(join(folder, 'public/index.html'), 'utf8')).toContain('href="/handbook/chains"')
  })

  test('an unknown mode is refused', async () => {
    const ended = await runAction({ cwd: repository, bin, inputs: { mode: 'deploy' } })
    expect(ended).toMatchObject({
      code: 2,
      output: expect.stringMatching(/mode is "deploy": write index, build or eval/),
    })
  })
})

describe('eval on a pull request', () => {
  /** Comments of the fake GitHub, by id. */
  const comments = new Map<number, string>()
  let api: HttpHost
  let status = 200

  beforeAll(async () => {
    api = await startHttp((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += String(chunk)))
      request.on('end', () => {
        const { body = '' } = (text === '' ? {} : JSON.parse(text)) as { body?: string }
        const [, id] = /^\/repos\/team\/handbook\/issues\/comments\/(\d+)$/.exec(request.url ?? '') ?? []
        const isList = request.url?.startsWith('/repos/team/handbook/issues/7/comments') === true
        const isKnown = isList || id !== undefined
        if (request.method === 'PATCH') comments.set(Number(id), body)
        else if (request.method === 'POST') comments.set(comments.size + 1, body)
        const list = Array.from(comments, ([number, of]) => ({ id: number, body: of }))
        response.statusCode = isKnown && request.headers.authorization === 'Bearer secret' ? status : 404
        response.end(JSON.stringify(request.method === 'GET' ? list : {}))
      })
    })
    comments.set(1, 'A comment of a person')
  })
  afterAll(() => api.close())

  const evaluate = async () => {
    const summary = join(folder, 'summary.md')
    await rm(summary, { force: true })
    const ended = await runAction({
      cwd: repository,
      bin,
      inputs: { mode: 'eval', token: 'secret' },
      github: { 'event.pull_request.base.sha': baseSha, 'event.pull_request.number': '7' },
      env: {
        GITHUB_API_URL: api.url,
        GITHUB_REPOSITORY: 'team/handbook',
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: folder,
      },
    })
    return { ...ended, summary: await readFile(summary, 'utf8').catch(() => '') }
  }

  test('without a change there is a summary and no comment', { tags: 'long' }, async () => {
    const { code, output, summary } = await evaluate()
    expect(code, output).toBe(0)
    expect(summary).toMatch(/^### Search relevance: unchanged/)
    expect(comments.size).toBe(1)
    expect(await git('worktree', 'list')).not.toContain('docent-eval')
  })

  test('a regression fails, is commented once, and the comment is updated', async () => {
    await writeFile(join(repository, 'docs/chains.md'), '# Chains\n\nLinks of iron.\n')
    const first = await evaluate()
    expect(first.code).toBe(1)
    expect(first.output).toMatch(/::error::The relevance of the search fell/)
    expect(comments.get(2)).toMatch(
      /^<!-- docent eval -->\n### Search relevance: MRR@10 fell[^]*\| ` steel ` \| ` \/chains ` \| page 1 → not found/,
    )
    expect((await evaluate()).code).toBe(1)
    expect(comments.size).toBe(2)

    await git('checkout', '--quiet', '--', 'docs')
    expect((await evaluate()).code).toBe(0)
    expect(comments.get(2)).toMatch(/^<!-- docent eval -->\n### Search relevance: unchanged/)
    expect(comments.get(1)).toBe('A comment of a person')
  })

  test('the configuration of a change, which is a program, does not see the token', { tags: 'long' }, async () => {
    await writeFile(
      join(repository, 'docs/docent.config.js'),
      `import { writeFileSync } from 'node:fs'
writeFileSync('${join(folder, 'seen')}', JSON.stringify(process.env))
export default {}`,
    )
    const { code, output } = await evaluate()
    await rm(join(repository, 'docs/docent.config.js'))
    expect(code, output).toBe(0)
    const seen = await readFile(join(folder, 'seen'), 'utf8')
    expect(seen).toContain('GITHUB_REPOSITORY')
    expect(seen).not.toContain('secret')
  })

  test('a token that may not comment is a warning, and the gate decides alone', { tags: 'long' }, async () => {
    status = 403
    const { code, output } = await evaluate()
    status = 200
    expect(code).toBe(0)
    expect(output).toMatch(/::warning::The comment was not written .*pull-requests: write/)
  })

  test('a faulty file of queries fails with its own sentence', { tags: 'long' }, async () => {
    await writeFile(join(repository, 'queries.yaml'), 'steel:\n')
    const { code, output } = await evaluate()
    await git('checkout', '--quiet', '--', 'queries.yaml')
    expect(code).toBe(2)
    expect(output).toMatch(/queries\.yaml:1 is no query/)
  })
})

describe('the GitLab template', () => {
  interface Job {
    variables?: Record<string, string>
    script?: string[]
  }
  const runJob = async (name: string, env: Record<string, string>) => {
    const jobs = parse(await deploy('gitlab.yml')) as Record<string, Job>
    const script = ['set -e', ...(jobs[name]?.script ?? [])].join('\n')
    const path = bin + delimiter + process.env['PATH']
    return runProgram('sh', ['-c', script], {
      cwd: repository,
      env: { ...jobs['.docent']?.variables, ...env, PATH: path, NO_COLOR: '1' },
    })
  }

  test('index and pages', async () => {
    const host = await startSource('other', [{ objectID: 'old' }], {})
    const key = (await host.backend.keys.list()).find(isAdmin)?.value ?? ''
    const indexed = await runJob('.docent-index', { DOCENT_TO: host.url, DOCENT_KEY: key })
    const names = (await host.backend.listIndexes()).map(({ name }) => name)
    await host.close()
    expect(indexed.code, indexed.output).toBe(0)
    expect(names).toContain('docs')
    const built = await runJob('.docent-pages', {})
    expect(built.code, built.output).toBe(0)
    expect(await readdir(join(repository, 'public'))).toContain('index.html')
    await rm(join(repository, 'public'), { recursive: true })
  })

  test('eval passes without a change, and fails for a regression with a report', { tags: 'long' }, async () => {
    await git('remote', 'add', 'origin', repository)
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: baseSha }
    const unchanged = await runJob('.docent-eval', env)
    expect(unchanged.code, unchanged.output).toBe(0)
    await rm(join(repository, 'docent-relevance.md'))
    await writeFile(join(repository, 'docs/chains.md'), '# Chains\n\nLinks of iron.\n')
    expect((await runJob('.docent-eval', env)).code).toBe(1)
    expect(await readFile(join(repository, 'docent-relevance.md'), 'utf8')).toMatch(/page 1 → not found/)
    await git('checkout', '--quiet', '--', 'docs')
  })
})

describe('the blocks of the documentation', () => {
  const blocks = async (): Promise<string[]> =>
    Array.from(
      (await readFile(join(root, 'docs/guide/continuous.md'), 'utf8')).matchAll(/^```yaml\n([^]*?)^```$/gm),
      ([, block = '']) => block,
    )

  test('give the action inputs that it has, with a mode, and the rights that the mode needs', async () => {
    const { inputs } = await readAction()
    const modes: string[] = []
    for (const block of await blocks()) {
      const { jobs, permissions } = parse(block) as {
        jobs?: Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>
        permissions?: Record<string, string>
      }
      for (const { uses, with: given = {} } of Object.values(jobs ?? {}).flatMap(({ steps }) => steps)) {
        if (!uses?.startsWith('example/docent@')) continue
        expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)))
        modes.push(given['mode'] ?? '')
        if (given['mode'] === 'eval') expect(permissions).toMatchObject({ 'pull-requests': 'write' })
        if (given['mode'] === 'build') expect(permissions).toMatchObject({ pages: 'write', 'id-token': 'write' })
      }
    }
    expect(modes.toSorted()).toEqual(['build', 'eval', 'index'])
  })

  test('extend jobs that the GitLab template has', async () => {
    const template = parse(await deploy('gitlab.yml')) as object
    const block = (await blocks()).find((one) => one.startsWith('include:')) ?? ''
    const { include, ...jobs } = parse(block) as { include: unknown } & Record<string, { extends: string }>
    expect(include).toEqual([{ local: 'deploy/gitlab.yml' }])
    const extended = Object.values(jobs).map((job) => job.extends)
    expect(Object.keys(template)).toEqual(expect.arrayContaining(extended))
    expect(extended).toHaveLength(3)
  })
})
