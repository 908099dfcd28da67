export type { Mutation, ActingAgent } from './mutation.ts'
export type { ApprovedCall } from './approved-call.ts'
export type { LateInsert } from './batch.ts'
export { LastMinute } from './last-minute.ts'
export {
  type Change,
  type KeyedCache,
  type KeyedValues,
  keyedCache,
  type LoggedEvent,
  type Cache,
  cache,
} from './cache.ts'
export { Organization } from './organization.ts'
export type { Bus, BusState, EventCounts, OrganizationServices, PassingEvent } from './services.ts'
export type { WriteOptions } from './writer.ts'
