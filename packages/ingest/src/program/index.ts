/** The door for packages that read data from programs of others: nothing is run. */
export { evaluate } from './evaluate.ts'
export { faultLine, parseProgram } from './parse-program.ts'
export { type Scope, type SourceLocation, unreadableIn, type Value } from './value.ts'
