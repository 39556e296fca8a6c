/** The server's exports: the backend interface, the embedded backend, the API over a backend, its HTTP server and its limits. */
export type {
  Backend,
  BackendFigures,
  BrowsePage,
  EventStore,
  FormattedQuery,
  IndexInfo,
  KeyStore,
  Readiness,
  Receipt,
  ReplaceReceipt,
  StoredEvent,
  WriteReceipt,
} from './backend/backend.ts'
export type {
  CopyScope,
  IndexPart,
  PartKind,
  RecordChanges,
  RecordRequest,
  SearchEvent,
  SearchStrategy,
  WriteOperation,
} from './wire/operations.ts'
export { formatAnswer, type AnswerFormat } from './wire/answer-format.ts'
export { openEmbeddedBackend, type EmbeddedBackend, type EmbeddedOptions } from './embedded/backend.ts'
export { isDataFolderLocked } from './embedded/files/lock.ts'
export { backupData, replacedDatabase, restoreData, type BackupContent } from './embedded/commands/backup.ts'
export { inspectData, type DataReport } from './embedded/commands/inspect-data.ts'
export { openKeys, type OpenKeys } from './embedded/commands/open-keys.ts'
export { readStoredEvents } from './embedded/commands/read-stored-events.ts'
export { isAllowedHost } from './http/host-names.ts'
export { refuseOtherNames } from './http/edge/allowed-host.ts'
export { createApi, type Api } from './http/edge/api.ts'
export { isFree, ListenError } from './http/edge/bind-port.ts'
export { joinApi, joinShed } from './http/edge/join-site.ts'
export { listen, type Fetch, type Listening, type ListenOptions, type RefuseEarly } from './http/edge/listen.ts'
export { plainText } from './http/edge/plain-text.ts'
export { HourlyCounters } from './system/hourly-counters.ts'
export { type AwaitedPage, type CrawlControl, type CrawlOutcome, type CrawlState } from './http/crawl-control.ts'
export { type ApiOptions } from './http/handle-request.ts'
export type { AssistantCall, Assistants, AssistantSender } from './http/assistants/assistants.ts'
export { saveEncodedParts } from './backend/write-encoded.ts'
export { migrate, type Migrated, type MigrateOptions, type Step } from './backend/migrate.ts'
export { whyNoEndpoint } from './semantic/endpoint.ts'
export { openSemantic, type Semantic, type SemanticFigures, type SemanticOptions } from './semantic/semantic.ts'
export { isSharedSetting } from './backend/replicas.ts'
export { parseReplica } from './wire/replica-name.ts'
export { ServerError, type ServerErrorCode } from './wire/errors.ts'
export { groupWarnings } from './system/grouped-warning.ts'
export { addressRanges, clientOf, isThisMachine } from './http/address-ranges.ts'
export { senderAddress } from './http/sender-address.ts'
export {
  ASSISTANT_BODY_BYTES,
  HTTP_SERVER_OPTIONS,
  LIMITS,
  MAX_CONNECTIONS,
  REPORT_BYTES,
  REPORT_TABLE_BYTES,
  REPORTS_BYTES,
  REPORTS_PER_ADDRESS,
  UNANSWERED_BYTES,
  type Limits,
} from './wire/limits.ts'
export { readSettings } from './wire/read-settings.ts'
export { whyRefused, type ImportedKind } from './wire/why-refused.ts'
export { type Log, type LogEvent } from './system/log.ts'
export { LOG_DAYS, logToFiles, logToOutput, type LogWriter } from './system/log-writer.ts'
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
