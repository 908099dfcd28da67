export type { Act, ActingAgent } from './act.ts'
export type { ApprovedCall } from './approved-call.ts'
export type { LateInsert } from './batch.ts'
export { LastMinute } from './last-minute.ts'
export {
  type Change,
  type KeyedMirror,
  type KeyedValues,
  keyedMirror,
  type LoggedEvent,
  type Mirror,
  mirror,
} from './mirror.ts'
export { Organization } from './organization.ts'
export type { Bus, BusState, EventCounts, OrganizationServices, PassingEvent } from './services.ts'
export type { WriteOptions } from './writer.ts'
