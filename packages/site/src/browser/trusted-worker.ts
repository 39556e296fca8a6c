import { trustedTypes } from './trusted-types.ts'

/**
 * A function that starts workers, with scripts from the folder of `script` only.
 * @param policy the name of the Trusted Types policy, which can be created once.
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
