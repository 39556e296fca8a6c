import { createElement, type ReactNode, type SVGProps } from 'react'

/** The data of one `lucide-react` icon: elements with their attributes, in a square of 24 units. */
interface IconData {
  node: [element: string, attributes: Record<string, string>][]
}

/**
 * Makes the components of `lucide-react`. The build substitutes it for the library's own function, whose names, sizes and
 * contexts are not used here and would add 1 kB to every page's script.
 */
export default function createLucideIcon({ node }: IconData): (props: SVGProps<SVGSVGElement>) => ReactNode {
  const shapes = node.map(([element, attributes]) => createElement(element, attributes))
  return (props) => createElement('svg', { ...LOOK, ...props }, shapes)
}

const LOOK: SVGProps<SVGSVGElement> = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}
