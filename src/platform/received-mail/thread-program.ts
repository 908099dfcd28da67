// Reads one mail and ends: what somebody has made to be read for ever, or to fill the memory, concerns nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import type { Order } from './order.ts'
import { readMailFile } from './read-file.ts'

parentPort?.postMessage(await readMailFile(workerData as Order))
