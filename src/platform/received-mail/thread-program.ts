// Parses one mail and exits, so that a malicious mail can't block or exhaust the server.
import { parentPort, workerData } from 'node:worker_threads'
import type { Order } from './order.ts'
import { readMailFile } from './read-file.ts'

parentPort?.postMessage(await readMailFile(workerData as Order))
