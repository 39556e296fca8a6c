/** The port that is tried first. */
export const DEFAULT_PORT = 4321
