import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { name:'dev', include: ['packages/*/src/**/*.opensearch.test.ts'], globalSetup: '/tmp/c-setup.ts', testTimeout: 120000, fileParallelism:false } })
