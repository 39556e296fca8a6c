/** The login of a crawl, whose secrets are read from the environment at each start and never stored or printed. */

/** Sent to the origins of the start addresses only. */
export type Login =
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'header'; name: string; value: string }
  /** `value`: as in a `Cookie` header, `name=value; other=value`. */
  | { kind: 'cookie'; value: string }
