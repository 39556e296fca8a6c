/** Addresses of search hosts in arguments. */

import { UsageError } from './usage-error.ts'

/** @param option that gives the address. @throws UsageError if it is not the http(s) address of a host. */
export function checkSearchHost(option: string, address: string): void {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new UsageError(
      `"${address}" is no address of a search host: ${option} needs one such as https://search.example.`,
    )
}
