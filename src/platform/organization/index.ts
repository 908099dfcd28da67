export type { LateInsert } from './batch.ts'
export {
  type Cache,
  type Change,
  cache,
  type KeyedCache,
  type KeyedValues,
  keyedCache,
  type LoggedEvent,
} from './cache.ts'
export { LastMinute } from './last-minute.ts'
export type { ActingAgent, Mutation } from './mutation.ts'
export { Organization } from './organization.ts'
export type { ApprovedCall, Bus, BusState, EventCounts, OrganizationServices, PassingEvent } from './services.ts'
export { userRowsCache } from './user-rows-cache.ts'
export type { WriteOptions } from './writer.ts'
