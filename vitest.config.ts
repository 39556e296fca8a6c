import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const temporaryFolder = 'scripts/temporary-folder.ts'
/** One cluster of OpenSearch for all tests of a project. */
const cluster = { globalSetup: [temporaryFolder, 'packages/opensearch/src/testing/setup.ts'] }
const clusterFaults = 'e2e/opensearch-faults.opensearch.test.ts'

// Files share the processes of the workers, so a module is loaded once in each: the unit tests of `packages/ingest` take 51 CPU s
// instead of 107. `scripts/test.ts` sets the variable, unless it is given a path.
const sharedProcesses = process.env.DOCENT_SHARED_PROCESSES !== undefined

export default defineConfig({
  test: {
    // Two workers more than there are cores, because the tests wait for browsers and servers for half of their time: with one more,
    // a run of all tests left a fifth of two cores idle.
    maxWorkers: availableParallelism() + 2,
    // No test asserts a duration. The limits end tests that hang, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    tags: [
      {
        name: 'long',
        description:
          'Left out by `npm test`, run by `npm test -- --all`. `// @module-tag long` at the top of a file tags all of its tests.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: !sharedProcesses,
          globalSetup: temporaryFolder,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.opensearch.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          isolate: !sharedProcesses,
          globalSetup: temporaryFolder,
          include: ['e2e/**/*.test.ts', 'campaign/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.opensearch.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'opensearch',
          include: ['packages/*/src/**/*.opensearch.test.ts', 'e2e/**/*.opensearch.test.ts'],
          exclude: [clusterFaults],
          ...cluster,
        },
      },
      {
        // Kills nodes of the cluster, so it runs alone.
        extends: true,
        test: { name: 'opensearch-faults', include: [clusterFaults], ...cluster, fileParallelism: false },
      },
    ],
  },
})
