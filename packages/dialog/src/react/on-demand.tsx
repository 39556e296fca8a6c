import { type FunctionComponent, type ReactElement, useEffect, useState } from 'react'

/**
 * A component that is loaded on demand; it renders nothing until then. React's `lazy` throws when its file cannot be loaded
 * (no network, or a new release of the site), and then React removes all components of the page around it. Here a dialog
 * (`open`, `onClose`) is closed instead, and its next opening loads again; other components stay empty.
 * @param name the component's name in the loaded module.
 */
export function onDemand<
  Name extends string,
  Module extends Record<NoInfer<Name>, (props: never) => ReactElement | null>,
>(load: () => Promise<Module>, name: Name): (props: Parameters<Module[Name]>[0]) => ReactElement | null {
  let known: FunctionComponent<object> | undefined
  return (props) => {
    const { open, onClose } = props as { open?: boolean; onClose?: () => void }
    const [Loaded, setLoaded] = useState(() => known)
    useEffect(() => {
      if (open !== false)
        load().then(
          // Its props are those of this component.
          (found) => setLoaded(() => (known = found[name] as unknown as typeof known)),
          () => onClose?.(),
        )
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once for each opening: other properties do not change what is loaded
    }, [open])
    return Loaded ? <Loaded {...(props as object)} /> : null
  }
}
