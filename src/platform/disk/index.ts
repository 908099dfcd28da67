export {
  DiskFull,
  isDiskFull,
  refuseBeyondSpace,
  reserveBytes,
  type Space,
  shownParts,
  shownSpace,
  spaceOf,
} from './space.ts'
export { type DiskLevel, DiskWatch, diskLevels, diskNotice, levelOf } from './watch.ts'
