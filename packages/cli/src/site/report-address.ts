/**
 * Where readers report that a search found nothing: where the configuration says, else a new issue of the repository
 * that `editUrl` leads into, filled in; else, with nothing known, the site's own form.
 */

/** What is read of the configuration. */
export interface ReportConfig {
  missingResultsUrl?: string | undefined
  editUrl?: string | undefined
}

const TITLE = 'Nothing found for "{query}"'
const BODY = 'A search of the documentation found nothing for "{query}", asked on {page}.\n\nWhat I was looking for: '

/** The address, with `{query}` and `{page}` in it; nothing where the site's own form is to be used. */
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

/** The texts as fields of an address; what is filled in later stays readable. */
function fields(title: string, body: string): string {
  return new URLSearchParams({ [title]: TITLE, [body]: BODY })
    .toString()
    .replaceAll('+', '%20')
    .replaceAll(/%7B(query|page)%7D/g, '{$1}')
}
