export type { RequestTrace, Tracing } from './trace.ts'
export { tracingFrom } from './variables.ts'
