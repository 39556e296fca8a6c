/**
 * Opens the served generations when the server starts. The row of a file that is damaged, missing or of another format is marked, so
 * that the index is rebuilt. When only the delta is lost, only the delta is rebuilt.
 */
import { ServerError } from '../../wire/errors.ts'
import type { Log } from '../../system/log.ts'
import type { ServedRow } from '../database/served-table.ts'
import { generationFiles, readShared, removeStrayFiles, type DataFolder } from '../files/data-folder.ts'
import type { IndexBytes } from '../search/search-messages.ts'
import type { Store } from '../store/store.ts'
import { DAMAGED, filesOf, type Generation, type OpenGenerations } from './open-generations.ts'

interface LoadContext {
  folder: DataFolder
  store: Store
  open: OpenGenerations
  log: Log
}

/** Returns the bases whose delta was lost: they are open, and are served after their delta is rebuilt. */
export async function loadGenerations(context: LoadContext): Promise<Generation[]> {
  const { folder, store } = context
  const rows = store.served.list()
  removeStrayFiles(folder, new Set(rows.flatMap((row) => filesOf(folder, row))))
  const loaded = await Promise.all(rows.filter((row) => row.task !== DAMAGED).map((row) => loadOne(context, row)))
  return loaded.filter((base) => base !== undefined)
}

/** The row of a generation's base alone. */
const asBase = (row: ServedRow): ServedRow => ({ ...row, generation: row.base, task: row.base })

async function loadOne(context: LoadContext, row: ServedRow): Promise<Generation | undefined> {
  const files = generationFiles(context.folder, row)
  const { base: baseFile, delta: deltaFile } = files
  const base = await tryOpen(context, row, asBase(row), () => ({ buffer: readShared(baseFile), delta: undefined }))
  if (base === undefined || deltaFile === undefined) return undefined
  const { buffer } = base
  const whole = await tryOpen(context, row, row, () => ({ buffer, delta: readShared(deltaFile) }))
  return whole === undefined ? base : undefined
}

/** Opens `row`, the served row or its base. Damage is marked; any other failure aborts the start. */
async function tryOpen(
  context: LoadContext,
  served: ServedRow,
  row: ServedRow,
  read: () => IndexBytes,
): Promise<Generation | undefined> {
  let generation: Generation
  try {
    generation = { row, ...read() }
  } catch (error) {
    markDamaged(context, served, error as Error)
    return undefined
  }
  try {
    await context.open.open(generation)
    return generation
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    markDamaged(context, served, error)
    return undefined
  }
}

function markDamaged({ store, log }: LoadContext, row: ServedRow, error: Error): void {
  const message = `The index file of ${row.name} cannot be read and is built again from the records: ${error.message}`
  log({ level: 'warn', event: 'index-damaged', index: row.name, message })
  store.transaction(() => store.served.put({ ...row, task: DAMAGED }))
}
