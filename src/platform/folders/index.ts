export { ifAbsent } from './absent.ts'
export { keepName, makeFolder, makeLasting, provideFolder, syncFolder, syncTree, writeLasting } from './durable.ts'
