import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Four projects: what runs in Node alone, what needs a cluster of OpenSearch, what kills the nodes of that cluster, and
// what a person does in a real browser against a real server. The cluster is started once; its killers come last, alone.
const cluster = { globalSetup: 'packages/opensearch/src/testing/setup.ts' }
const faults = 'e2e/opensearch-faults.opensearch.test.ts'
export default defineConfig({
  test: {
    // One more than there are cores: tests wait for browsers, servers and clusters for half of their time.
    maxWorkers: availableParallelism() + 1,
    // How long a thing takes is for benchmarks to say: a busy machine only makes these wait longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.opensearch.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'opensearch',
          include: ['packages/*/src/**/*.opensearch.test.ts', 'e2e/**/*.opensearch.test.ts'],
          exclude: [faults],
          ...cluster,
        },
      },
      {
        extends: true,
        test: { name: 'opensearch-faults', include: [faults], ...cluster, fileParallelism: false },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts', 'campaign/**/*.test.ts'],
          exclude: ['**/*.opensearch.test.ts'],
        },
      },
    ],
  },
})
