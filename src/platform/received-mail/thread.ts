import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#platform/config'
import type { Order } from './order.ts'
import type { ReadMail } from './read-mail.ts'

const program = join(projectRoot, 'dist/workers/mail.js')
/** Many times as long as 20 MB of attachments take. */
const patienceMs = 30_000

/** Parses a mail in another thread. Undefined if it's invalid, or takes too long or too much memory. */
export function readMail(order: Order): Promise<ReadMail | undefined> {
  const worker = new Worker(program, {
    name: 'mail',
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  })
  return new Promise((resolve) => {
    const end = (mail?: ReadMail) => {
      clearTimeout(clock)
      void worker.terminate()
      resolve(mail)
    }
    const clock = setTimeout(end, patienceMs)
    worker.once('message', end)
    worker.once('error', () => end())
    worker.once('exit', () => end())
  })
}
