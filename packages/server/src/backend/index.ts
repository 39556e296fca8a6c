/**
 * The door for a backend in a package of its own: the interface, the errors and limits it answers with, and what every backend
 * does alike.
 */
export { pickAttributes } from './attributes.ts'
export type {
  Backend,
  BackendFigures,
  BrowseOptions,
  BrowsePage,
  CopyScope,
  EventStore,
  FormedQuery,
  ForwardOptions,
  IndexInfo,
  IndexPart,
  KeyStore,
  PartKind,
  Readiness,
  Receipt,
  RecordRequest,
  ReplaceReceipt,
  SearchEvent,
  SearchStrategy,
  StoredEvent,
  WriteOperation,
  WriteReceipt,
} from './backend.ts'
export { isNarrowed, readCursor, writeCursor } from './browse-cursor.ts'
export { EventQueue } from './event-queue.ts'
export { patchRecord } from './patch.ts'
export { unboundedSettings } from './unbounded-settings.ts'
export { WriteGate } from './write-gate.ts'
export { DEFAULT_KEY_FIELDS, PAGES_KEY_FIELDS, isAdmin, newKeyValue, type ApiKey, type KeyFields } from '../keys/key.ts'
export type { Log } from '../node/log.ts'
export { lowerPriority } from '../node/thread-priority.ts'
export { wordAnswer } from '../wire/answer-form.ts'
export { checkIndexes, checkKeys, checkParts, checkSettings, type Ceilings } from '../wire/ceilings.ts'
export { ServerError, badRequest, indexNotFound, tooMany } from '../wire/errors.ts'
export { LIMITS, type Limits } from '../wire/limits.ts'
export {
  isReplica,
  linksFrom,
  linksTo,
  ownSettings,
  parseReplica,
  replicaSettings,
  servedSettings,
  sharedBuildSettings,
  sortAttributes,
  whyNoReplica,
  withoutShared,
  type ReplicaLinks,
  type ReplicaName,
} from '../wire/replicas.ts'
export { writeJson } from '../wire/write-json.ts'
