/** `forwardToReplicas`: whether a change of an index also changes its replicas. */
import { ServerError } from '../wire/errors.ts'
import { parseReplica } from '../wire/replica-name.ts'
import type { ReplicaLinks } from '../backend/replicas.ts'
import { requireIndex } from '../keys/grant.ts'
import { queryFlag, type Call } from './route.ts'

/** The links of an index that does not exist yet. */
function noLinks(error: unknown): ReplicaLinks {
  if (error instanceof ServerError && error.code === 'not-found') return {}
  throw error
}

/** Returns false for an index without replicas. Throws 403 with the wire's text when the sender may not use one of them. */
export async function forwardsToReplicas({ query, backend, grant }: Call, index: string): Promise<boolean> {
  if (!queryFlag(query, 'forwardToReplicas', false)) return false
  const { replicas = [] } = await backend.getLinks(index).catch(noLinks)
  for (const replica of replicas) requireIndex(grant, parseReplica(replica).name)
  return replicas.length > 0
}
