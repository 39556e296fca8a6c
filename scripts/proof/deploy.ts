/**
 * The files for pipelines and containers, and those in the documentation, against the schemas of their services: `check-jsonschema` and
 * `kubernetes-validate` from PyPI, which contain the schemas. They are installed into a virtual environment in the temporary folder
 * (Python 3 with `venv`, and the package index); a run takes seconds.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSIONS = ['check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0']

const root = join(import.meta.dirname, '../..')
const environment = join(tmpdir(), `docent-deploy-${VERSIONS.map((one) => one.split('==')[1]).join('-')}`)
const tool = (name: string): string => join(environment, 'bin', name)
if (!existsSync(tool('kubernetes-validate'))) {
  console.log('Installing check-jsonschema and kubernetes-validate …')
  run('python3', ['-m', 'venv', environment])
  run(tool('pip'), ['install', '--quiet', ...VERSIONS])
}

/** Files of the repository by the name of their schema. */
const FILES: Record<string, string[]> = {
  'github-actions': ['action.yml'],
  'gitlab-ci': ['deploy/gitlab.yml'],
  'compose-spec': ['deploy/compose.yaml'],
}
/** Blocks of the documentation: a text of the block, and its schema. */
const BLOCKS: [page: string, text: RegExp, schema: string][] = [
  ['docs/guide/continuous.md', /^jobs:/m, 'github-workflows'],
  ['docs/guide/continuous.md', /^include:/m, 'gitlab-ci'],
  ['docs/guide/opensearch.md', /^services:/m, 'compose-spec'],
]

const work = mkdtempSync(join(tmpdir(), 'docent-deploy-proof-'))
let failed = 0
const check = (name: string, command: string, args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  if (status === 0) return
  failed++
  console.log(stdout + stderr)
}
for (const [schema, files] of Object.entries(FILES))
  for (const file of files)
    check(`${file}: ${schema}`, tool('check-jsonschema'), ['--builtin-schema', `vendor.${schema}`, file])
for (const [page, text, schema] of BLOCKS) {
  const blocks = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm),
    ([, block = '']) => block,
  ).filter((block) => text.test(block))
  if (blocks.length === 0) {
    console.log(`✗ ${page} has no block of ${schema}`)
    failed++
  }
  for (const [number, block] of blocks.entries()) {
    const file = join(work, `${schema}-${number}.yml`)
    writeFileSync(file, block)
    check(`${page}, block ${number + 1}: ${schema}`, tool('check-jsonschema'), [
      '--builtin-schema',
      `vendor.${schema}`,
      file,
    ])
  }
}
check('deploy/kubernetes.yaml: Kubernetes', tool('kubernetes-validate'), ['--strict', 'deploy/kubernetes.yaml'])
rmSync(work, { recursive: true })
process.exitCode = failed === 0 ? 0 : 1

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
