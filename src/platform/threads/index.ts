export { Pool, serveOrders, watchThreads } from './pool.ts'
export { processorMs } from './processor-time.ts'
