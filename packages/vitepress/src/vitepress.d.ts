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

  export function useData(): { lang: Ref<string>; site: Ref<{ base: string }> }
  export function useRouter(): { go(path: string): Promise<void> }
}

declare module 'vitepress/dist/client/theme-default/components/VPNavBarSearchButton.vue'

declare module 'virtual:docent' {
  /** The options of the plugin, for the box. */
  const options: import('@docent/adapter/box').BoxOptions
  export default options
}

declare module '*.css'
