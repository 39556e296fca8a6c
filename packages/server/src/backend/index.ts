/** For a backend in a package of its own: the interface, its errors and limits, and the code that all backends share. */
export { pickAttributes } from './attributes.ts'
export type {
  Backend,
  BackendFigures,
  BrowseOptions,
  BrowsePage,
  EventStore,
  FormattedQuery,
  ForwardOptions,
  IndexInfo,
  KeyStore,
  Readiness,
  Receipt,
  ReplaceReceipt,
  StoredEvent,
  WriteReceipt,
} from './backend.ts'
export type {
  CopyScope,
  IndexPart,
  PartKind,
  RecordRequest,
  SearchEvent,
  SearchStrategy,
  WriteOperation,
} from '../wire/operations.ts'
export { isNarrowed, readCursor, writeCursor } from './browse-cursor.ts'
export { ConcurrencyLimit } from './concurrency-limit.ts'
export { expiredBefore } from './event-age.ts'
export { EventQueue } from './event-queue.ts'
export {
  changedKey,
  firstKeys,
  hashOfKey,
  isLive,
  keyNotFound,
  newKey,
  nowInSeconds,
  requireChangeableKey,
  requireRestorable,
} from './key-rules.ts'
export { mergeSettings } from './merge-settings.ts'
export { differenceOf } from './record-difference.ts'
export { RequestThread } from './request-thread.ts'
export { StrategyState } from './search-strategy.ts'
export { patchRecord } from './patch.ts'
export { unboundedSettings } from './unbounded-settings.ts'
export { WriteGate } from './write-gate.ts'
export { isAdmin, type ApiKey, type KeyFields } from '../keys/key.ts'
export { ByteCache } from '../system/byte-cache.ts'
export type { Log } from '../system/log.ts'
export { messageOf } from '../system/message-of.ts'
export { lowerPriority } from '../system/thread-priority.ts'
export { formatAnswer } from '../wire/answer-format.ts'
export { checkIndexes, checkKeys, checkParts, checkSettings, type StorageLimits } from '../wire/storage-limits.ts'
export { ServerError, badRequest, indexNotFound, shuttingDown, tooMany, tooManySearches } from '../wire/errors.ts'
export { LIMITS, type Limits } from '../wire/limits.ts'
export {
  isReplica,
  linksFrom,
  linksTo,
  ownSettings,
  replicaSettings,
  servedSettings,
  sharedBuildSettings,
  sortAttributes,
  whyNoReplica,
  withoutShared,
  type ReplicaLinks,
} from './replicas.ts'
export { parseReplica, type ReplicaName } from '../wire/replica-name.ts'
export { answerTooLarge, createAnswerLimit } from '../wire/answer-bytes.ts'
export { encodeJson } from '../wire/encode-json.ts'
