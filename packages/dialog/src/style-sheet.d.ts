/** The types of a style sheet that is imported for its effect: TypeScript checks such imports too. */
// oxlint-disable-next-line unicorn/require-module-specifiers -- a module without exports
export {}
