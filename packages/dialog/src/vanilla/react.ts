/**
 * The part of React that the dialog uses, implemented with Preact: the builds of `docent.js` and of the site's dialog
 * replace `react`, `react-dom` and `react-dom/client` by this file. `preact/compat` would be a sixth of the bundle; the
 * dialog needs few of its features: `onChange` of a text field fires at every input, events have a `nativeEvent`, and some
 * attributes of SVG and HTML have other names.
 */

import { type ComponentChild, options, render } from 'preact'
import { useLayoutEffect, useReducer } from 'preact/hooks'

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

/** Preact's name of a property. */
function ownName(name: string, tag: string, { type }: Record<string, unknown>): string {
  if (name === 'onChange' && tag === 'input' && type !== 'checkbox') return 'onInput'
  return name.replace(/^stroke([A-Z])/, (_, letter: string) => `stroke-${letter.toLowerCase()}`)
}

options.event = (event) => Object.assign(event, { nativeEvent: event })

/** Runs the effect while rendering, which is before all other effects. Enough here, since the dialog's effect only stores options. */
export function useInsertionEffect(effect: () => void): void {
  effect()
}

/** Sets the handle of `docent.js` after each render. */
export function useImperativeHandle<Handle>(ref: { current: Handle | null }, make: () => Handle): void {
  useLayoutEffect(() => {
    ref.current = make()
    return () => (ref.current = null)
  })
}

/** As React's, for stores whose `read` returns the same object until something changes. */
export function useSyncExternalStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const value = read()
  const [, again] = useReducer<number, void>((count) => count + 1, 0)
  // The value may have changed before the subscription.
  useLayoutEffect(() => {
    if (read() !== value) again()
  }, [read, value])
  // A layout effect, since effects of the tree may change the value before the first paint.
  useLayoutEffect(() => subscribe(() => again()), [subscribe])
  return value
}

/** Preact passes the `ref` of a function component as a property. */
export function forwardRef<Props extends object, Ref>(
  Inner: (props: Props, ref: Ref) => ComponentChild,
): (props: Props & { ref: Ref }) => ComponentChild {
  return (props) => Inner(props, props.ref)
}

/** Makes a change and renders its result synchronously. */
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

/** An element into which components are rendered. */
export function createRoot(container: Element): { render(child: ComponentChild): void; unmount(): void } {
  container.textContent = ''
  return { render: (child) => render(child, container), unmount: () => render(null, container) }
}
