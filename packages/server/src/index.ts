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
} from './backend.ts'
export { wordAnswer, type AnswerForm } from './answer-form.ts'
export { openEmbeddedBackend, type EmbeddedBackend, type EmbeddedOptions } from './embedded/backend.ts'
export { backupData, replacedDatabase, restoreData, type BackupContent } from './embedded/backup.ts'
export { inspectData, type DataReport } from './embedded/inspect.ts'
export { openKeys, type OpenKeys } from './embedded/open-keys.ts'
export { readStoredEvents } from './embedded/read-stored-events.ts'
export { createApi, type Api, type ApiOptions } from './api/app.ts'
export { openCluster, type Cluster, type ClusterOptions } from './opensearch/http/cluster.ts'
export { openOpenSearchBackend, type OpenSearchBackend, type OpenSearchOptions } from './opensearch/backend.ts'
export { migrate, type Migrated, type MigrateOptions, type Step } from './migrate.ts'
export { type Shed } from './api/shed.ts'
export { ServerError, type ServerErrorCode } from './errors.ts'
export { addressRanges, clientOf, isThisMachine } from './address-ranges.ts'
export { senderAddress } from './api/sender-address.ts'
export { limitConnections } from './connections.ts'
export { Counts } from './counts.ts'
export { createTally } from './tally.ts'
export {
  HTTP_SERVER_OPTIONS,
  LIMITS,
  MAX_CONNECTIONS,
  REPORT_BYTES,
  REPORT_TABLE_BYTES,
  REPORTS_BYTES,
  REPORTS_PER_ADDRESS,
  type Limits,
} from './limits.ts'
export { type Log, type LogEvent } from './log.ts'
export { LOG_DAYS, logToFiles, logToOutput, type LogWriter } from './log-writer.ts'
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
