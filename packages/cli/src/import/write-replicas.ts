/** Links the replicas of an imported index on a search host, and gives each its own settings, synonyms and rules. */

import { SearchError, setSettings, type Transport, waitForTask } from '@docent/client'
import { isSharedSetting, parseReplica } from '@docent/server'

import type { SupportedReplica, Unsupported } from './supported.ts'
import { countsOf, replaceParts } from './write-index.ts'

/** Parts of the answer that are no settings of a replica. */
const LINKS = new Set(['replicas', 'primary', 'virtual', 'version'])

/** The replicas that the host has now, and those that it refuses. */
export interface WrittenReplicas {
  names: string[]
  refused: Unsupported[]
}

/**
 * Writes the replicas; those that the host has besides stay. Can be repeated. @throws SearchError, and Error for another number of
 * synonyms or rules.
 */
export async function writeReplicas(
  transport: Transport,
  index: string,
  replicas: readonly SupportedReplica[],
): Promise<WrittenReplicas> {
  const { linked, refused } = await linkReplicas(transport, index, replicas)
  for (const replica of linked) await writeReplica(transport, replica)
  return { names: linked.map(({ name }) => name), refused }
}

/** Each by itself, because one that the host refuses, such as an index with records, must not keep out the others. */
async function linkReplicas(
  transport: Transport,
  index: string,
  replicas: readonly SupportedReplica[],
): Promise<{ linked: SupportedReplica[]; refused: Unsupported[] }> {
  const linked: SupportedReplica[] = []
  const refused: Unsupported[] = []
  if (replicas.length === 0) return { linked, refused }
  const { replicas: present } = await settingsOf(transport, index)
  let entries = Array.isArray(present) ? present.map(String) : []
  let task: number | undefined
  for (const replica of replicas) {
    const { name, isVirtual } = replica
    const entry = isVirtual ? `virtual(${name})` : name
    const wanted = [...entries.filter((one) => parseReplica(one).name !== name), entry]
    try {
      if (!entries.includes(entry)) task = await setSettings(transport, index, { replicas: wanted })
      entries = wanted
      linked.push(replica)
    } catch (error) {
      if (!(error instanceof SearchError) || (error.kind !== 'refused' && error.kind !== 'not-allowed')) throw error
      refused.push({ kind: 'replica', name, reason: error.message })
    }
  }
  if (task !== undefined) await waitForTask(transport, index, task)
  return { linked, refused }
}

async function writeReplica(transport: Transport, { name, settings, ...parts }: SupportedReplica): Promise<void> {
  // A new replica begins with the settings of its index, and an old one has those of an earlier import.
  const unset = Object.keys(await settingsOf(transport, name))
    .filter((setting) => !LINKS.has(setting) && !isSharedSetting(setting))
    .map((setting) => [setting, null])
  await waitForTask(transport, name, await setSettings(transport, name, { ...Object.fromEntries(unset), ...settings }))
  for (const kind of ['synonyms', 'rules'] as const) await replaceParts(transport, name, kind, parts[kind])
  const counts = await countsOf(transport, name)
  for (const kind of ['synonyms', 'rules'] as const)
    if (counts[kind] !== parts[kind].length)
      throw new Error(
        `The host has ${counts[kind]} of ${parts[kind].length} ${kind} of the replica ${name}: start the command again.`,
      )
}

async function settingsOf(transport: Transport, index: string): Promise<Record<string, unknown>> {
  const path = `/1/indexes/${encodeURIComponent(index)}/settings?getVersion=2`
  const answer = await transport.send({ method: 'GET', path, kind: 'read' })
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}
