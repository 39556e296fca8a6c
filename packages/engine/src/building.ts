/** `@docent/engine/building`: the part of the engine that builds indexes, for threads that answer no searches: a third of its modules. */
export { EngineError } from './base/errors.ts'
export { buildSettingsKey } from './base/settings.ts'
export { buildDelta } from './segment/build-delta.ts'
export { buildIndex, buildIndexInPieces } from './segment/build-index.ts'
export { openDelta, openIndex } from './segment/open-index.ts'
