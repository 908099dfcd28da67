export type { Mutation, ActingAgent } from './act.ts'
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
} from './mirror.ts'
export { Organization } from './organization.ts'
export type { Bus, BusState, EventCounts, OrganizationServices, PassingEvent } from './services.ts'
export type { WriteOptions } from './writer.ts'
