export type { Answer, Outcome, Request } from './link.ts'
export { type Introduction, Processes } from './processes.ts'
