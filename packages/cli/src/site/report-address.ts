/**
 * The address for reports of missing results: from the configuration, else a filled-in new issue of the repository of
 * `editUrl`, else the site's own form.
 */

/** The used part of the configuration. */
export interface ReportConfig {
  missingResultsUrl?: string | undefined
  editUrl?: string | undefined
}

const TITLE = 'Nothing found for "{query}"'
const BODY = 'A search of the documentation found nothing for "{query}", asked on {page}.\n\nWhat I was looking for: '

/** The address, with `{query}` and `{page}` in it; `undefined` for the site's own form. */
export function reportAddress({ missingResultsUrl, editUrl }: ReportConfig): string | undefined {
  return missingResultsUrl ?? (editUrl === undefined ? undefined : newIssue(new URL(editUrl)))
}

/** A new issue on GitHub (`/owner/name/edit/…`), or on any GitLab (`/group/…/name/-/edit/…`). */
function newIssue({ origin, hostname, pathname }: URL): string | undefined {
  const [gitlab] = pathname.split('/-/')
  if (gitlab !== undefined && gitlab !== pathname)
    return `${origin}${gitlab}/-/issues/new?${fields('issue[title]', 'issue[description]')}`
  const github = /^\/[^/]+\/[^/]+(?=\/(?:edit|blob|tree)\/)/.exec(pathname)
  if (hostname === 'github.com' && github) return `${origin}${github[0]}/issues/new?${fields('title', 'body')}`
  return undefined
}

/** The texts as query parameters; the placeholders stay readable. */
function fields(title: string, body: string): string {
  return new URLSearchParams({ [title]: TITLE, [body]: BODY })
    .toString()
    .replaceAll('+', '%20')
    .replaceAll(/%7B(query|page)%7D/g, '{$1}')
}
