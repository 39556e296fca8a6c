/** The path below which a site is served: `/`, or one with a slash at both ends. */
export const BASE_PATH = /^\/(?:[^/?#]+\/)*$/
