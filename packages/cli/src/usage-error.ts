export { UsageError } from './terminal/usage-error.ts'
