/**
 * `npm run proof -- faults`: proves that the oracles find faults. Each fault is put into a copy of the engine's sources, one
 * at a time, and the property tests must fail; without a fault they must pass. Exit code 1 if a fault is not found, or if
 * its place in the sources no longer exists.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Fault {
  effect: string
  file: string
  from: string
  to: string
}

const FAULTS: readonly Fault[] = [
  {
    effect: 'words in reverse order are as near as words in order',
    file: 'ranking/positional-criteria.ts',
    from: 'code - previous + 1',
    to: 'code - previous',
  },
  {
    effect: 'equal hits are in reverse order',
    file: 'ranking/rank.ts',
    from: 'return placeOf(index, a) - placeOf(index, b)',
    to: 'return placeOf(index, b) - placeOf(index, a)',
  },
  {
    effect: 'a group has one hit too many',
    file: 'result/group.ts',
    from: 'group.length < size',
    to: 'group.length <= size',
  },
  {
    effect: 'a facet counts the second record of a value only',
    file: 'result/facets.ts',
    from: '(value) => (counts[value] = (counts[value] as number) + 1)',
    to: '(value) => (counts[value] = 1)',
  },
  {
    effect: '>= is evaluated as >',
    file: 'query/apply-filters.ts',
    from: "['=', '<=', '>=']",
    to: "['=', '<=']",
  },
  {
    effect: 'a word counts as misspelt although enough records have it',
    file: 'query/expand.ts',
    from: 'const SPELT_RIGHT = 5',
    to: 'const SPELT_RIGHT = 6',
  },
  {
    effect: 'the halves of a split word must be nearer',
    file: 'query/patterns.ts',
    from: 'const SPLIT_REACH = 3',
    to: 'const SPLIT_REACH = 1',
  },
  {
    effect: 'a joined form has the position of its first word only',
    file: 'query/expansion.ts',
    from: 'push({ ...expansion, shift: at })',
    to: 'push({ ...expansion, shift: 0 })',
  },
  {
    effect: 'half of a heading is as good as the whole',
    file: 'ranking/relevance.ts',
    from: 'recall * recall * precision',
    to: 'recall * recall',
  },
  {
    effect: 'a section includes its neighbours',
    file: 'ranking/substance.ts',
    from: 'levelAt(index, doc) <= level',
    to: 'levelAt(index, doc) < level',
  },
  {
    effect: 'a section gets a share of the bigrams that it has itself',
    file: 'query/page-grams.ts',
    from: 'as number) - text)',
    to: 'as number))',
  },
  {
    effect: 'words may be missing only if no record has them all',
    file: 'query/find-matches.ts',
    from: 'byRelevance ? PAGE_OF_HITS : 1',
    to: 'byRelevance ? 1 : 1',
  },
  {
    effect: 'a word without the symbols that were typed is as near as with them',
    file: 'query/expand.ts',
    from: 'each.form *= FORM_OF_BARE_WORD',
    to: 'each.form *= 1',
  },
  {
    effect: 'unreleased docs are before the newest release beside docs without versions',
    file: 'ranking/version-losses.ts',
    from: "order[0] === 'z~' ? 2 : 1",
    to: '1',
  },
  {
    effect: 'the title of a reference tells the subject as that of a guide does',
    file: 'ranking/relevance.ts',
    from: '(1 - question ** 2 * ofReference)',
    to: '1',
  },
  {
    effect: 'words that only other sections of the page have count whole',
    file: 'ranking/relevance.ts',
    from: 'RELEVANCE.pageCoverage * question * elsewhere',
    to: 'RELEVANCE.pageCoverage * elsewhere',
  },
  {
    effect: 'a general word that is a part of an identifier weighs half too',
    file: 'query/word-weights.ts',
    from: 'isWeakWord(term) && !isPart ?',
    to: 'isWeakWord(term) ?',
  },
]

/** Cases of each property, as in `npm test -- --all`. The rarest fault has an effect in one of some 1,500. */
const RUNS = '8000'

const root = join(import.meta.dirname, '../..')
const sources = join(root, 'packages/engine/src')
const copy = mkdtempSync(join(tmpdir(), 'docent-faults-'))

let unseen = 0
let counterexample = ''
try {
  cpSync(sources, join(copy, 'src'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  for (const fault of FAULTS) withFault(fault)
  if (!passes()) throw new Error(`The oracles fail without a fault; correct this first:\n${counterexample}`)
  console.log('✓ no fault: the oracles agree')
  for (const fault of FAULTS) {
    const seen = isSeen(fault)
    if (!seen) unseen++
    console.log(`${seen ? '✓' : '✗'} ${fault.file}: ${fault.effect}${seen ? '' : ', not found'}`)
  }
  console.log(`\n${FAULTS.length - unseen} of ${FAULTS.length} faults are found`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exit(unseen === 0 ? 0 : 1)

/** Whether the tests fail with the fault. */
function isSeen(fault: Fault): boolean {
  const path = join(copy, 'src', fault.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, withFault(fault))
  const seen = !passes()
  writeFileSync(path, text)
  return seen
}

/** The source with the fault. @throws if the sources no longer contain its place exactly once. */
function withFault({ file, from, to }: Fault): string {
  const text = readFileSync(join(copy, 'src', file), 'utf8')
  if (text.split(from).length !== 2)
    throw new Error(`${file} does not contain "${from}" exactly once: choose another fault in scripts/proof/faults.ts.`)
  return text.replace(from, () => to)
}

/** Whether the oracles agree. @throws with the output if the tests failed for another reason than a counterexample. */
function passes(): boolean {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      copy,
      '--bail=1',
      'src/oracle.test.ts',
      'src/relevance.test.ts',
    ],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, DOCENT_PROPERTY_RUNS: RUNS } },
  )
  const printed = stdout + stderr
  if (status !== 0 && !printed.includes('Property failed after')) throw new Error(`The tests did not run:\n${printed}`)
  counterexample = printed
  return status === 0
}
