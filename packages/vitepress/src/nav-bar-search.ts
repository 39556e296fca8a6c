/** Replaces `VPNavBarSearch` of the default theme: its button and place, with Docent's dialog. */

import { boxPlace, type DocentSearch, loadBox, openHit } from '@docent/adapter/box'
import options from 'virtual:docent'
import { type SearchOptions, useData, useRouter } from 'vitepress'
import Button from 'vitepress/dist/client/theme-default/components/VPNavBarSearchButton.vue'
import { defineComponent, h, onMounted, onUnmounted, watch } from 'vue'

import './nav-bar-search.css'

/** Takes the place of the component through the alias of the adapter's Vite plugin. */
export default defineComponent({
  name: 'VPNavBarSearch',
  setup() {
    const { lang, localeIndex, site, theme } = useData()
    const router = useRouter()
    const place = boxPlace()

    const added = (): Promise<DocentSearch> =>
      place.add(async () => {
        const { docent } = await loadBox(site.value.base)
        return docent({
          ...options,
          language: lang.value,
          navigator: {
            navigate: ({ itemUrl }) => openHit(itemUrl, site.value.base, (address) => void router.go(address)),
          },
        })
      })
    onMounted(() => added().catch(() => undefined))
    onUnmounted(() => place.remove())
    // The language of a page is its filter.
    watch(lang, () => {
      place.remove()
      added().catch(() => undefined)
    })
    return () =>
      h('div', { class: 'VPNavBarSearch' }, [
        h(Button, {
          ...textsOfButton(theme.value.search?.options, localeIndex.value),
          onClick: () => void added().then((search) => search.open()),
        }),
      ])
  },
})

/** The texts of the button: VitePress 2 passes them to it, that of VitePress 1 reads them itself. */
function textsOfButton(options: SearchOptions | undefined, locale: string): Record<string, string> {
  if (!Button.props?.text) return {}
  const own = options?.locales?.[locale]?.translations?.button
  const { buttonText = 'Search', buttonAriaLabel = 'Search' } = { ...options?.translations?.button, ...own }
  return { text: buttonText, 'aria-label': buttonAriaLabel, 'aria-keyshortcuts': '/ control+k meta+k' }
}
