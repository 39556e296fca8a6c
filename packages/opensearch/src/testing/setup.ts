/**
 * Starts one cluster for the test files of all projects that need it, and ends it after the run, also after a failed one. The nodes
 * start while other tests run: a file waits for them with `withOpenSearch`.
 */
import type { TestProject } from 'vitest/node'
import { endCluster, launchCluster, planCluster, type TestCluster } from './cluster.ts'
import { canHaveDistribution } from './distribution.ts'
import { findJava } from './java.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `undefined` if Java or Maven is missing. */
    opensearch: TestCluster | undefined
  }
}

/** Called by Vitest; returns the function that Vitest calls at the end. Throws in CI when Java or Maven is missing. */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  // The developer has started a cluster (`shared-cluster.ts`).
  if (process.env.DOCENT_OPENSEARCH_URL !== undefined) return undefined
  // Values that the root project provides are provided to all projects.
  const root = project.vitest.getRootProject()
  if ('opensearch' in root.getProvidedContext()) return undefined
  const java = findJava()
  if (java === undefined || !canHaveDistribution()) {
    const missing = java === undefined ? 'Java 21 or newer' : 'Maven, to fetch the server'
    if (process.env.CI === 'true') throw new Error(`The tests of OpenSearch need ${missing}; install it`)
    console.log(`Tests of OpenSearch are skipped: needs ${missing}`)
    root.provide('opensearch', undefined)
    return undefined
  }
  const cluster = await planCluster(java)
  const end = (): void => endCluster(cluster)
  process.once('exit', end)
  root.provide('opensearch', cluster)
  void launchCluster(cluster)
  return () => {
    end()
    process.off('exit', end)
  }
}
