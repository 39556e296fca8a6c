/** The default port. */
export const DEFAULT_PORT = 4321
