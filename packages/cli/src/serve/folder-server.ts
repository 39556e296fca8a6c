/** The HTTP server of a folder: the search API, the site, and its form for reports on one port. */

import { type Fetch, joinApi, joinShed, listen, refuseOtherNames, type RefuseEarly } from '@docent/server'

import type { FolderParts } from './folder-parts.ts'
import { openReports } from './reports.ts'
import { createServedApi } from './served-api.ts'

/** Listens with the parts of a folder. @throws ListenError if no port is free. */
export function listenWith(parts: FolderParts): ReturnType<typeof listen> {
  const { options, base, data, log, source, site, docsIndex } = parts
  const { trustedProxies = [] } = source.config
  const api = createServedApi({
    ...parts,
    folderIndex: parts.index,
    config: () => source.config,
    publicKey: () => site.searchKey,
    docs: () => source.docs,
  })
  const reports = openReports(data, { trustedProxies, siteUrl: () => source.config.siteUrl })
  const shed = joinShed(base, api.shed)
  // A dev server shows drafts to its author; a production server is public.
  const refuseName = options.mode === 'dev' ? refuseOtherNames(ownNames, log) : () => false
  const refuseEarly: RefuseEarly = (incoming, outgoing) => refuseName(incoming, outgoing) || shed(incoming, outgoing)
  const { countEnd } = api
  return listen(joinApi(base, answerApi, answerSite), { ...options, trustedProxies, log, refuseEarly, countEnd })

  /** Names of the server in options and configuration. */
  function ownNames(): string[] {
    const { siteUrl } = source.config
    return [options.host.toLowerCase(), ...(siteUrl === undefined ? [] : [new URL(siteUrl).hostname])]
  }

  /** A search waits for the index at the start, and after a save. */
  async function answerApi(...[request, env]: Parameters<Fetch>): Promise<Response> {
    await docsIndex.ready()
    return api.fetch(request, env)
  }

  async function answerSite(...[request, env]: Parameters<Fetch>): Promise<Response> {
    const isReport = request.method === 'POST' && new URL(request.url).pathname === `${base}_docent/report`
    const response = await (isReport ? reports.receive(request, env) : site.fetch(request))
    docsIndex.firstPage.answered()
    return response
  }
}
