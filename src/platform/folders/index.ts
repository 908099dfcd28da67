export {
  ifAbsent,
  keepName,
  makeFolder,
  makeLasting,
  provideFolder,
  syncFolder,
  syncTree,
  writeLasting,
} from './durable.ts'
