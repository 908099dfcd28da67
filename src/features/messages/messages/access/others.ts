export { anyByOthers } from '../store/archive.ts'
