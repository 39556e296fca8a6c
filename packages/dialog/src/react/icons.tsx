/**
 * The icons of the dialog, all from lucide (ISC), named by their meaning here. Copied, since the library code of
 * `lucide-react` would be an eighth of the dialog. Lines and circles are converted to paths.
 */

import type { ReactElement, SVGProps } from 'react'

/** Further attributes are passed to the `svg` element. */
export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height, in CSS pixels. */
  size: number
}

type Icon = (props: IconProps) => ReactElement

function icon(path: string): Icon {
  return ({ size, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      <path d={path} />
    </svg>
  )
}

const LENS = 'M19 11a8 8 0 1 1-16 0a8 8 0 1 1 16 0'

/** lucide's arrow-down */
export const DownIcon = /* @__PURE__ */ icon('M12 5v14m7-7-7 7-7-7')
/** arrow-up */
export const UpIcon = /* @__PURE__ */ icon('m5 12 7-7 7 7M12 19V5')
/** corner-down-left */
export const EnterIcon = /* @__PURE__ */ icon('M20 4v7a4 4 0 0 1-4 4H4M9 10l-5 5 5 5')
/** file-text */
export const PageIcon = /* @__PURE__ */ icon(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.7.7l3.6 3.6A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8',
)
/** hash */
export const SectionIcon = /* @__PURE__ */ icon('M4 9H20M4 15H20M10 3 8 21M16 3 14 21')
/** rotate-ccw-clock */
export const RecentIcon = /* @__PURE__ */ icon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2')
/** list-plus */
export const NextIcon = /* @__PURE__ */ icon('M16 5H3M11 12H3M16 19H3M18 9v6M21 12h-6')
/** loader-circle */
export const SpinnerIcon = /* @__PURE__ */ icon('M21 12a9 9 0 1 1-6.219-8.56')
/** search */
export const SearchIcon = /* @__PURE__ */ icon(`m21 21-4.34-4.34${LENS}`)
/** search-x */
export const NoResultsIcon = /* @__PURE__ */ icon(`m13.5 8.5-5 5M8.5 8.5l5 5M21 21l-4.3-4.3${LENS}`)
/** bookmark, in an older form with sharp corners */
export const FavoriteIcon = /* @__PURE__ */ icon('m19 21-7-4-7 4V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2z')
/** text-align-start */
export const TextIcon = /* @__PURE__ */ icon('M21 5H3M15 12H3M17 19H3')
/** triangle-exclamation-point */
export const ErrorIcon = /* @__PURE__ */ icon(
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
)
/** x */
export const RemoveIcon = /* @__PURE__ */ icon('M18 6 6 18M6 6l12 12')
