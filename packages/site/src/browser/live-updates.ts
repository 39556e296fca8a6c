import type { LiveUpdate } from '../shared/page-data.ts'
import { RESERVED } from '../shared/paths.ts'
import type { Router } from './router.ts'
import type { Store } from './store.ts'

/** Listens to the dev server and updates the current page in place when the content has changed. */
export function startLiveUpdates(store: Store, router: Router): void {
  const source = new EventSource(`${store.get().site.base}${RESERVED}/live`)
  source.addEventListener('message', (event: MessageEvent<string>) => {
    const { build, fault, problems, frame } = JSON.parse(event.data) as LiveUpdate
    store.set({ fault, problems })
    if (frame) location.reload()
    else if (build !== store.get().site.build) void router.refresh(build).then(retryImages)
  })
}

/** Loads images again that were missing: their addresses, and so the article, may be unchanged. */
function retryImages(): void {
  for (const image of document.images) {
    const isFailed = image.complete && image.naturalWidth === 0
    // oxlint-disable-next-line no-self-assign -- setting the address starts the load
    if (isFailed) image.src = image.src
  }
}
