/** The parts of Vue and VitePress that the component uses; they are peers and not installed here. */

declare module 'vue' {
  export interface Ref<Value> {
    readonly value: Value
  }
  export function defineComponent(component: { name: string; setup(): () => unknown }): object
  export function h(type: unknown, props: object, children?: unknown): unknown
  export function watch(source: Ref<unknown>, run: () => void): void
  export function onMounted(run: () => void): void
  export function onUnmounted(run: () => void): void
}

declare module 'vitepress' {
  import type { Ref } from 'vue'

  /** The part of `themeConfig.search.options` with the texts of the button. */
  export interface SearchOptions {
    translations?: { button?: { buttonText?: string; buttonAriaLabel?: string } }
    locales?: Record<string, SearchOptions>
  }
  export function useData(): {
    lang: Ref<string>
    localeIndex: Ref<string>
    site: Ref<{ base: string }>
    theme: Ref<{ search?: { options?: SearchOptions } }>
  }
  export function useRouter(): { go(path: string): Promise<void> }
}

declare module 'vitepress/dist/client/theme-default/components/VPNavBarSearchButton.vue' {
  const button: { props?: { text?: unknown } }
  export default button
}

declare module 'virtual:docent' {
  /** The options of the plugin, for the box. */
  const options: import('@docent/adapter/box').BoxOptions
  export default options
}

declare module '*.css'
