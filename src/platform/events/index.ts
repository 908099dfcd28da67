export { type ClientView, clientView, type QueueOptions } from './client-view.ts'
export { type Audience, type Emit, type Entry, entry, placesPerPosition } from './entry.ts'
export { append, lastPosition, prune, readLog } from './log.ts'
export {
  type Closing,
  type QueueFilter,
  type QueueHost,
  type QueueServices,
  Queues,
  type Spans,
  type View,
} from './queues.ts'
export { Tail } from './tail.ts'
