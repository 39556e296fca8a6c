/** The keys of a data folder, for commands that run while no server does. */
import type { KeyStore } from '../../backend/backend.ts'
import { openDataFolder } from '../files/data-folder.ts'
import { lockDataFolder } from '../files/lock.ts'
import { EmbeddedKeyStore } from '../store/key-store.ts'
import { Store } from '../store/store.ts'
import { openFailure } from '../../system/open-failure.ts'

/** Keys that are read from and written to the database directly. */
export interface OpenKeys {
  keys: KeyStore
  /** Unlocks the data folder. */
  close: () => void
}

/**
 * Locks the data folder and opens its keys. Creates a missing folder and database, with the two first keys. Throws a `ServerError`:
 * `data-folder-in-use`, `newer-database` or `storage-failed`.
 */
export function openKeys(dataDir: string): OpenKeys {
  const folder = openDataFolder(dataDir)
  const unlock = lockDataFolder(folder)
  try {
    const store = new Store(folder.database)
    const close = (): void => {
      store.close()
      unlock()
    }
    return { keys: new EmbeddedKeyStore(store), close }
  } catch (error) {
    unlock()
    throw openFailure(folder.database, error)
  }
}
