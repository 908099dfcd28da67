export { InlineWork } from './inline-work.ts'
export { Pool, serveOrders } from './pool.ts'
export { processorMs } from './processor-time.ts'
export { watchThreads } from './watch.ts'
