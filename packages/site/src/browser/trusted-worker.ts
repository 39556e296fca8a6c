import { trustedTypes } from './trusted-types.ts'

/**
 * A way to start workers with scripts beside `script`, and with no others.
 * @param policy the name of the Trusted Types policy, which can be made once.
 */
export function workerStarter(policy: string, script: string): (url: string) => Worker {
  const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'))
  const own = (url: string): string => {
    if (folderOf(url) === folderOf(script)) return url
    throw new TypeError(`${url} is no script of this site.`)
  }
  const made = trustedTypes?.createPolicy(policy, { createScriptURL: own })
  return (url) => new Worker((made ? made.createScriptURL(url) : own(url)) as string, { name: 'search' })
}
