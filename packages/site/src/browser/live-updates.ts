import type { LiveUpdate } from '../shared/page-data.ts'
import { RESERVED } from '../shared/paths.ts'
import type { Router } from './router.ts'
import type { Store } from './store.ts'

/** Listens to the dev server and updates the current page in place when the content has changed. */
export function startLiveUpdates(store: Store, router: Router): void {
  const source = new EventSource(`${store.get().site.base}${RESERVED}/live`)
  source.addEventListener('message', (event: MessageEvent<string>) => {
    const { build, fault, frame } = JSON.parse(event.data) as LiveUpdate
    if (fault !== store.get().fault) store.set({ fault })
    if (frame) location.reload()
    else if (build !== store.get().site.build) void router.refresh(build)
  })
}
