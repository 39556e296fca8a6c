/** The door of the server: the backend's interface, both backends, the API over a backend, and its limits. */
export type {
  Backend,
  BackendFigures,
  BrowsePage,
  CopyScope,
  EventStore,
  FormedQuery,
  IndexInfo,
  IndexPart,
  KeyStore,
  PartKind,
  Readiness,
  Receipt,
  RecordChanges,
  RecordRequest,
  ReplaceReceipt,
  SearchEvent,
  SearchStrategy,
  StoredEvent,
  WriteOperation,
  WriteReceipt,
} from './backend/backend.ts'
export { wordAnswer, type AnswerForm } from './wire/answer-form.ts'
export { openEmbeddedBackend, type EmbeddedBackend, type EmbeddedOptions } from './embedded/backend.ts'
export { backupData, replacedDatabase, restoreData, type BackupContent } from './embedded/commands/backup.ts'
export { inspectData, type DataReport } from './embedded/commands/inspect-data.ts'
export { openKeys, type OpenKeys } from './embedded/commands/open-keys.ts'
export { readStoredEvents } from './embedded/commands/read-stored-events.ts'
export { createApi, type Api, type ApiOptions } from './http/app.ts'
export { migrate, type Migrated, type MigrateOptions, type Step } from './backend/migrate.ts'
export { type Shed } from './http/shed.ts'
export { ServerError, type ServerErrorCode } from './wire/errors.ts'
export { addressRanges, clientOf, isThisMachine } from './http/address-ranges.ts'
export { senderAddress } from './http/sender-address.ts'
export { limitConnections } from './http/connections.ts'
export { Counts } from './http/counts.ts'
export { createTally } from './node/tally.ts'
export {
  HTTP_SERVER_OPTIONS,
  LIMITS,
  MAX_CONNECTIONS,
  REPORT_BYTES,
  REPORT_TABLE_BYTES,
  REPORTS_BYTES,
  REPORTS_PER_ADDRESS,
  type Limits,
} from './wire/limits.ts'
export { type Log, type LogEvent } from './node/log.ts'
export { LOG_DAYS, logToFiles, logToOutput, type LogWriter } from './node/log-writer.ts'
export {
  ACL_NAMES,
  isAdmin,
  isPagesKey,
  DEFAULT_KEY_FIELDS,
  PAGES_KEY_FIELDS,
  type AclName,
  type ApiKey,
  type KeyFields,
} from './keys/key.ts'
