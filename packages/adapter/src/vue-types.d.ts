/** The part of Vue that the component uses; it is a peer and not installed here. */
declare module 'vue' {
  export function defineComponent<Props>(component: {
    name: string
    props: Record<keyof Props, unknown>
    setup(props: Props): () => unknown
  }): object
  export function h(type: unknown, props: object, children?: unknown): unknown
  export function onMounted(run: () => void): void
  export function onUnmounted(run: () => void): void
}
