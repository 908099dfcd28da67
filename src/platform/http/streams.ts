import type { ServerResponse } from 'node:http'
import { ApiError } from '#contract'
import { DatabaseUnavailable } from '#platform/db'

/** Caches and proxies must pass on each event at once: nginx buffers unless told otherwise, others compress. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Writes events as they come, as fast as the client reads. After an error the connection ends, so the client retries. */
export async function sendEvents(
  response: ServerResponse,
  frames: AsyncIterable<string>,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const frame of frames) {
      if (response.destroyed) return
      if (!response.write(frame)) await drained(response)
    }
    response.end()
  } catch (error) {
    response.destroy()
    if (!(error instanceof DatabaseUnavailable || error instanceof ApiError)) failed(error)
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.once('drain', done).once('close', done)
  })
