// What other code imports from this feature, besides its declarations.
export { runImport } from './actions/run.ts'
export { inUtf8, type OtherEncoding } from './containers/utf8.ts'
export { Unreadable } from './records.ts'
export { linesOf } from './report.ts'
export type { Outcome, Progress } from './task.ts'
