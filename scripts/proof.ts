/**
 * `npm run proof`: checks that take minutes to hours, or install programs that nothing else needs. `npm test` runs a short
 * form of most of them. With a name, one proof: `npm run proof -- oracle`; further arguments are those of the proof.
 * The last line is `N passed, N failed`.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { buildSite } from './build-site.ts'

const root = join(import.meta.dirname, '..')

/** Script and purpose of each proof. The head of each script names its arguments, its duration and what it needs. */
const PROOFS: Record<string, { script: string; purpose: string }> = {
  integrations: {
    script: 'scripts/proof/integrations.ts',
    purpose: 'builds sites of seven generators, and searches with their own search boxes',
  },
  addresses: {
    script: 'scripts/proof/addresses.ts',
    purpose: 'compares the addresses and anchors of records with the sites that generators built',
  },
  adapters: {
    script: 'scripts/proof/adapters.ts',
    purpose: 'installs Docent’s adapters into sites of their generators, and searches in the builds and dev servers',
  },
  'python-sites': {
    script: 'scripts/proof/python-sites.ts',
    purpose: 'installs the MkDocs plugin and the Sphinx extension, and searches in sites with ten themes',
  },
  clients: {
    script: 'scripts/proof/clients.ts',
    purpose: 'runs the programs of docs/guide/clients.md with the API clients of each language',
  },
  'compare-dialogs': {
    script: 'e2e/dialog-compare/compare.ts',
    purpose: 'prints which requirements Docent’s dialog and the public search boxes meet',
  },
  lighthouse: { script: 'scripts/proof/lighthouse.ts', purpose: 'requires 100 in four categories of Lighthouse' },
  afdocs: {
    script: 'scripts/proof/afdocs.ts',
    purpose: 'requires that the checker of docs for agents finds no fault',
  },
  schemathesis: { script: 'scripts/proof/schemathesis.ts', purpose: 'tests the API against its own description' },
  deploy: {
    script: 'scripts/proof/deploy.ts',
    purpose: 'checks the action, the templates and the manifests by the schemas of their services',
  },
  faults: {
    script: 'scripts/proof/faults.ts',
    purpose: 'puts faults into a copy of the engine: its oracles must fail',
  },
  'opensearch-faults': {
    script: 'scripts/proof/opensearch-faults.ts',
    purpose: 'kills nodes and servers of a cluster under load',
  },
  oracle: { script: 'scripts/proof/oracle.ts', purpose: 'a million random cases of each property' },
  folders: {
    script: 'scripts/proof/folders.ts',
    purpose: 'compares docs folders of other generators, page by page, with independent readings of their files',
  },
  crawl: {
    script: 'scripts/proof/crawl.ts',
    purpose: 'builds sites of real generators, crawls them, and compares the records with their Markdown',
  },
  assistants: {
    script: 'scripts/proof/assistants.ts',
    purpose: 'the protocol of assistants with its conformance suite, its inspector and its Python client',
  },
  unanswered: {
    script: 'scripts/proof/unanswered.ts',
    purpose: 'which human queries of own and other docs assistants get no answer to, with the relevance sets',
  },
  campaign: { script: 'campaign/run.ts', purpose: 'attacks every part from printed seeds' },
}

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && !(name in PROOFS)) {
  console.error(`There is no proof "${name}". The proofs are:`)
  for (const [each, { purpose }] of Object.entries(PROOFS)) console.error(`  ${each.padEnd(18)} ${purpose}`)
  process.exit(2)
}

buildSite()
let passed = 0
let failed = 0
for (const [each, { script, purpose }] of Object.entries(PROOFS)) {
  if (name !== undefined && each !== name) continue
  console.log(`\n── ${each}: ${purpose}`)
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${status === 0 ? '✓' : '✗'} ${each}, ${seconds} s`)
  if (status === 0) passed++
  else failed++
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
