/**
 * The HTML document around a rendered frame. Everything that a reader needs is in it; the one script is the boot script,
 * which sets the theme before anything is painted and loads the app when it is wanted.
 */
import type { Built } from './built.ts'
import { documentTitle } from './document-title.ts'
import { embedJson, html, trusted } from './html.ts'
import type { PageState } from './page-data.ts'
import { navigationHref, RESERVED } from './paths.ts'
import { directionOf } from './words.ts'

/** @param frame HTML of `renderFrame`. */
export function renderDocument(state: PageState, frame: string, manifest: Built['manifest']): string {
  const { site, page } = state
  const file = (name: string): string => `${site.base}${RESERVED}/static/${name}`
  const indexable = page.kind === 'page' || page.kind === 'landing'
  return html`<!doctype html>
    <html lang="${page.lang}" dir="${directionOf(page.lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${documentTitle(state)}</title>
        ${page.description ? html`<meta name="description" content="${page.description}" /> ` : undefined}${indexable ? undefined : html`<meta name="robots" content="noindex" /> `}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${file(manifest.icon)}" type="image/svg+xml" />
        <link rel="stylesheet" href="${file(manifest.css)}" />
        <script
          src="${file(manifest.boot)}"
          data-app="${file(manifest.app)}"
          data-navigation="${navigationHref(site.base, page.navigation)}"
          ${site.live ? html` data-live` : undefined}
        ></script>
      </head>
      <body>
        <div id="docent">${trusted(frame)}</div>
        <script type="application/json" id="docent-state">
          ${embedJson(state)}
        </script>
      </body>
    </html> `.html
}
