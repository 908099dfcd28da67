export { Doors } from './doors.ts'
export { Turns } from './turns.ts'
