/** Vitest loads this file before each test file: all properties, with any number of cases, begin with the seed of the run. */
import fc from 'fast-check'

import { runSeed } from '../packages/engine/src/testing/property-runs.ts'

fc.configureGlobal({ seed: runSeed() })
