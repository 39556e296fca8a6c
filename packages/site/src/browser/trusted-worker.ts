import { WORKER_POLICY } from '../policy.ts'
import { trustedTypes } from './trusted-types.ts'

const policy = trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: ownScript })

/** Says of a script beside this one that it may run in a worker. @throws TypeError for any other. */
export function trustScript(url: URL): object {
  return policy ? policy.createScriptURL(url.href) : new URL(ownScript(url.href))
}

function ownScript(url: string): string {
  const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'))
  if (folderOf(url) === folderOf(import.meta.url)) return url
  throw new TypeError(`${url} is no script of this site.`)
}
