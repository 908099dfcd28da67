export { Lane } from './lane.ts'
