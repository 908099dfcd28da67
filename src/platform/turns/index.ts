export { Doors } from './doors.ts'
export { Lane } from './lane.ts'
export { Turns } from './turns.ts'
