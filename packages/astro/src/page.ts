/** Runs in every page of the site: starts the search box, also after `ClientRouter` has replaced the page. */

import { loadBox } from '@docent/adapter/box'
import siteOptions from 'virtual:docent'

const { base, ...options } = siteOptions

/** A click on a link, which the site's router can take over; without one the browser loads the page. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  document.body.append(link)
  link.click()
  link.remove()
}

const start = (): Promise<void> =>
  loadBox(base).then((docent) =>
    docent.start({ ...options, navigator: { navigate: ({ itemUrl }) => follow(itemUrl) } }),
  )

void start()
// After a swap; the first load of a page needs none.
document.addEventListener('astro:after-swap', () => void start())
