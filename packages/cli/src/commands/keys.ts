/**
 * `docent keys list|create|delete`: API keys, changed in the cluster, or through the API of the server that runs on the
 * data folder (with the admin key as a header), or else in the data folder.
 */

import { createTransport, type Transport } from '@docent/client'
import {
  ACL_NAMES,
  type AclName,
  type ApiKey,
  DEFAULT_KEY_FIELDS,
  isAdmin,
  type KeyFields,
  type KeyStore,
  openKeys,
} from '@docent/server'

import { type BackendOptions, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { secondsOf } from '../config/duration.ts'
import { readConfig } from '../config/read-config.ts'
import { findStoredData } from '../data/stored-data.ts'
import { print, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options that all commands of keys have. */
export interface KeysOptions extends BackendOptions {
  data?: string
  config?: string
  json?: boolean
}

/** Options of `docent keys create`. */
export interface CreateKeyOptions extends KeysOptions {
  acl: string[]
  index?: string[]
  description?: string
  /** A number with `m`, `h` or `d`. */
  expires?: string
}

type ListedKey = Omit<ApiKey, 'expiresAt' | 'given'>

/** Calls for keys, independent of their storage. */
interface Keys {
  list(): Promise<ListedKey[]>
  create(fields: KeyFields): Promise<string>
  delete(value: string): Promise<void>
}

/** Prints the keys, the oldest first, without the admin key, which `server.json` holds while a server runs. */
export async function listKeysCommand(folder: string, options: KeysOptions): Promise<number> {
  const keys = await withKeys(folder, options, (open) => open.list())
  if (options.json) print(JSON.stringify(keys, null, 2))
  else for (const key of keys) print(visible(`${key.value}  ${describe(key)}`))
  return 0
}

/** Creates a key and prints it. */
export async function createKeyCommand(folder: string, options: CreateKeyOptions): Promise<number> {
  const fields: KeyFields = {
    ...DEFAULT_KEY_FIELDS,
    acl: options.acl.map(readAcl),
    indexes: options.index ?? [],
    description: options.description ?? '',
    validity: options.expires === undefined ? 0 : readDuration(options.expires),
  }
  const key = await withKeys(folder, options, (open) => open.create(fields))
  print(options.json ? JSON.stringify({ key, ...fields }, null, 2) : key)
  return 0
}

/** Deletes a key; pages that use it can no longer search. */
export async function deleteKeyCommand(value: string, folder: string, options: KeysOptions): Promise<number> {
  await withKeys(folder, options, (open) => open.delete(value))
  print(options.json ? JSON.stringify({ deleted: true }) : 'Deleted.')
  return 0
}

function describe({ acl, indexes, description, validity }: ListedKey): string {
  const lives = validity === 0 ? '' : `lives ${validity} s`
  return [acl.join(','), indexes.length > 0 ? indexes.join(',') : 'all indexes', lives, description]
    .filter((text) => text !== '')
    .join('  ')
}

function readAcl(name: string): AclName {
  const acl = ACL_NAMES.find((known) => known === name)
  if (!acl) throw new UsageError(`There is no right "${name}": the rights are ${ACL_NAMES.join(', ')}.`)
  return acl
}

/** Seconds of `30d`, `12h` or `45m`. */
function readDuration(text: string): number {
  const seconds = secondsOf(text)
  if (seconds === undefined)
    throw new UsageError(`--expires ${text} is no duration: write minutes, hours or days, such as 45m, 12h or 30d.`)
  return seconds
}

async function withKeys<Result>(
  folder: string,
  options: KeysOptions,
  use: (keys: Keys) => Promise<Result>,
): Promise<Result> {
  const cluster = chosenCluster(folder, options, await readConfig(folder, options.config))
  if (cluster) {
    const { backend, close } = await openBackend(cluster, '')
    try {
      return await use(keysOfStore(backend.keys))
    } finally {
      await close()
    }
  }
  const { server, folder: data } = await findStoredData(folder, options.data)
  if (server) {
    const { url, adminKey } = server
    return use(
      keysOfServer(createTransport({ hosts: [url], appId: 'docent', apiKey: adminKey, credentials: 'headers' })),
    )
  }
  const open = openKeys(data)
  try {
    return await use(keysOfStore(open.keys))
  } finally {
    open.close()
  }
}

function keysOfStore(keys: KeyStore): Keys {
  return {
    list: async () =>
      (await keys.list()).filter((key) => !isAdmin(key)).map(({ expiresAt: _expiresAt, given: _given, ...key }) => key),
    create: async (fields) => (await keys.add(fields)).value,
    delete: (value) => keys.delete(value),
  }
}

/** The server is Docent's own on this machine, so its responses have known shapes. */
function keysOfServer(transport: Transport): Keys {
  return {
    async list() {
      const { keys } = (await transport.send({ method: 'GET', path: '/1/keys', kind: 'read' })) as { keys: ListedKey[] }
      // Responses leave out unset fields.
      return keys.map((key) => ({ ...DEFAULT_KEY_FIELDS, ...key }))
    },
    create: async (body) =>
      ((await transport.send({ method: 'POST', path: '/1/keys', body, kind: 'write' })) as { key: string }).key,
    delete: async (value) => {
      await transport.send({ method: 'DELETE', path: `/1/keys/${encodeURIComponent(value)}`, kind: 'write' })
    },
  }
}
