import { createElement, type ReactNode, type SVGProps } from 'react'

/** One icon of `lucide-react`, as its modules hold it: elements with their attributes, in a square of 24 units. */
interface IconData {
  node: [element: string, attributes: Record<string, string>][]
}

/**
 * Makes the components of `lucide-react`. The build puts it in place of that library's own function, which knows names,
 * sizes and contexts that nothing here uses, for a kilobyte of every page's script.
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
