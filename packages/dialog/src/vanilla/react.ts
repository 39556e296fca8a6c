/**
 * The part of React that the dialog uses, made of Preact: the builds of `docent.js` and of the site's dialog replace `react`,
 * `react-dom` and `react-dom/client` by this file. `preact/compat` would do the same and is a sixth of the file; the dialog needs few of its corners:
 * `onChange` of a text field is every input, events have a `nativeEvent`, attributes of SVG and some of HTML are spelt
 * otherwise.
 */

import { type ComponentChild, type ComponentType, Fragment, options, render, type VNode } from 'preact'
import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks'
import { jsx } from 'preact/jsx-runtime'

export { createPortal, Fragment } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

options.vnode = (vnode) => {
  if (typeof vnode.type !== 'string') return
  const props = vnode.props as Record<string, unknown>
  for (const name of Object.keys(props)) {
    const own = ownName(name, vnode.type, props)
    if (own === name) continue
    props[own] = props[name]
    delete props[name]
  }
}

/** How Preact spells a property. */
function ownName(name: string, tag: string, { type }: Record<string, unknown>): string {
  if (name === 'onChange' && tag === 'input' && type !== 'checkbox') return 'onInput'
  return name.replace(/^stroke([A-Z])/, (_, letter: string) => `stroke-${letter.toLowerCase()}`)
}

options.event = (event) => Object.assign(event, { nativeEvent: event })

/** Runs its effect while rendering, which is before all that effects of the tree do; those of the dialog only hand on. */
export function useInsertionEffect(effect: () => void): void {
  effect()
}

/** The handle of `docent.js`, which stays. */
export function useImperativeHandle<Handle>(ref: { current: Handle | null }, make: () => Handle): void {
  useLayoutEffect(() => {
    ref.current = make()
    return () => (ref.current = null)
  })
}

export function useSyncExternalStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const value = read()
  const [, again] = useReducer<number, void>((count) => count + 1, 0)
  // It may have changed before it was listened to.
  useLayoutEffect(() => {
    if (read() !== value) again()
  }, [read, value])
  // At once: effects of the tree may change it before the first paint.
  useLayoutEffect(() => subscribe(() => again()), [subscribe])
  return value
}

/** Preact hands the `ref` of a function on as a property. */
export function forwardRef<Props extends object, Ref>(
  Inner: (props: Props, ref: Ref) => ComponentChild,
): (props: Props & { ref: Ref }) => ComponentChild {
  return (props) => Inner(props, props.ref)
}

/** A component that is loaded on demand; nothing is rendered until then. */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => VNode<Props> | null {
  let Loaded: ComponentType<Props> | undefined
  return (props) => {
    const [, arrived] = useReducer<number, void>((count) => count + 1, 0)
    useEffect(() => {
      async function fetchIt(): Promise<void> {
        Loaded = (await load()).default
        arrived()
      }
      if (!Loaded) void fetchIt()
    }, [])
    return Loaded ? jsx(Loaded, props) : null
  }
}

export const Suspense = Fragment

/** Renders at once what a change leads to. */
export function flushSync(change: () => void): void {
  const before = options.debounceRendering
  let renderAll: (() => void) | undefined
  options.debounceRendering = (run) => void (renderAll = run)
  try {
    change()
    renderAll?.()
  } finally {
    if (before) options.debounceRendering = before
    else delete options.debounceRendering
  }
}

/** A place that components are rendered into. */
export function createRoot(container: Element): { render(child: ComponentChild): void; unmount(): void } {
  container.textContent = ''
  return { render: (child) => render(child, container), unmount: () => render(null, container) }
}
