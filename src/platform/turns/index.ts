export { Doors } from './doors.ts'
export { groupOf, laneOf } from './lane-names.ts'
export { Slices } from './slices.ts'
export { Turns } from './turns.ts'
