/**
 * English words that docs use for one another. Readers type `delete` or `env` where the page has `remove` or
 * `environment`. The table is short and general; an operator's synonyms of a word replace it for that word.
 */
import { stem } from './stem.ts'

const GROUPS: readonly string[] = [
  'delete remove erase',
  'create make build',
  'start launch',
  'stop terminate kill shutdown',
  'disable deactivate',
  'enable activate',
  'find search',
  'get retrieve fetch',
  'show display print',
  'copy duplicate clone',
  'change modify edit',
  'update upgrade',
  'replace substitute',
  'convert transform',
  'check verify',
  'choose select',
  'allow permit',
  'deny forbid block',
  'restrict limit constrain',
  'debug troubleshoot diagnose',
  'download pull',
  'upload push',
  'error failure fail',
  'folder directory dir',
  'image picture',
  'example sample',
  'setting option',
  'login signin',
  'app application',
  'arg argument',
  'auth authentication',
  'config configuration',
  'db database',
  'dev development',
  'docs documentation',
  'env environment',
  'func function',
  'info information',
  'lib library',
  'max maximum',
  'min minimum',
  'param parameter',
  'prod production',
  'repo repository',
  'spec specification',
  'var variable',
]

/** By stem; created at the first search, so that it does not delay the start. */
let related: Map<string, string[]> | undefined

function createRelated(): Map<string, string[]> {
  const created = new Map<string, string[]>()
  for (const group of GROUPS) {
    const words = group.split(' ')
    for (const word of words) {
      const root = stem(word)
      const others = words.filter((other) => other !== word)
      created.set(root, [...(created.get(root) ?? []), ...others])
    }
  }
  return created
}

/** The words that docs use for a folded word in any of its forms. */
export function relatedWords(term: string): readonly string[] {
  related ??= createRelated()
  return related.get(stem(term)) ?? []
}
