export { strengthOf } from './thread.ts'
