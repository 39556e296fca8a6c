import type { Hierarchy, Hit, HitType } from '@docent/engine'

/**
 * A hit of an index of documentation, as the callbacks of a host receive it. The attributes are those that the dialog
 * retrieves; the values of a server are not checked before the callback.
 */
export interface DocHit extends Hit {
  /** With the anchor of the section. */
  url: string
  url_without_anchor?: string
  hierarchy: Hierarchy
  /** The text of the section; `null` if it has none. */
  content: string | null
  type: HitType
}
