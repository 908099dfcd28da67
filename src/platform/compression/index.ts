export { gzipOf, SharedBeginning } from './joining.ts'
export { type Part, part } from './part.ts'
export { SharedText } from './shared-text.ts'
