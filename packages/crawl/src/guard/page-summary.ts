/** The facts of a page that the comparison of two sets of records needs; plain data, so that a site of 20,000 pages is a few MB. */
export interface PageSummary {
  /** Absolute, without a fragment. */
  url: string
  /** `hierarchy.lvl0` of its records. */
  group: string
  /** Number of records; pages without records are not listed. */
  records: number
  /** Equal for equal records. */
  hash: string
}
