/** The search box as a component, for generators on Vue. It draws its button when it is mounted. */

import { defineComponent, h, onMounted, onUnmounted } from 'vue'

import { type BoxOptions, type DocentSearch, loadBox, openHit } from './box.ts'

/** The properties of the component. */
export interface SearchBoxProps {
  /** Path of the site, with its base: `/` or `/docs/`. */
  base: string
  /** Opens a hit of this site in the site's router: its address, and the same below the base. Default: the browser loads the page. */
  navigate?: ((address: string, path: string) => void) | undefined
  /** More options of the box. */
  options?: BoxOptions | undefined
}

/** Button and dialog. */
export const SearchBox = defineComponent<SearchBoxProps>({
  name: 'DocentSearchBox',
  props: { base: { default: '/' }, navigate: { type: Function }, options: { type: Object } },
  setup(props) {
    let place: HTMLElement | null = null
    let box: Promise<DocentSearch> | undefined
    onMounted(() => {
      const container = place
      if (container === null) return
      const navigate = (url: string): void => openHit(url, props.base, props.navigate)
      box = loadBox(props.base).then(({ docent }) =>
        docent({ ...props.options, container, navigator: { navigate: ({ itemUrl }) => navigate(itemUrl) } }),
      )
      box.catch((error: unknown) => console.error(error))
    })
    onUnmounted(() => void box?.then((search) => search.destroy()).catch(() => undefined))
    return () => h('div', { class: 'docent-search-box', ref: (element: HTMLElement | null) => (place = element) })
  },
})
