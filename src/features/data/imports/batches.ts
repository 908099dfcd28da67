import { createHash } from 'node:crypto'
import type { MessageRecord } from './records.ts'

/** perf: messages per transaction */
const maxTogether = 500
/** In characters, besides files: limits the memory of a batch. */
const maxText = 2_000_000

const sizeOf = ({ text, history = [] }: MessageRecord): number => {
  let size = 0
  for (const piece of [text, ...history.map((state) => state.text ?? [])].flat())
    size += typeof piece === 'string' ? piece.length : 50
  return size
}

/** Database indexes limit the length of keys. */
const shortKey = (key: string): string =>
  key.length <= 200 && !key.includes('\0') ? key : createHash('sha256').update(key).digest('hex')

/** Groups messages into batches, with keys short enough for the database. */
export async function* batchesOf(messages: AsyncIterable<MessageRecord>): AsyncGenerator<MessageRecord[]> {
  let batch: MessageRecord[] = []
  let size = 0
  for await (const one of messages) {
    const key = shortKey(one.key)
    batch.push(key === one.key ? one : { ...one, key })
    size += sizeOf(one)
    if (batch.length < maxTogether && size < maxText) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** Reads the next item while the caller works on the current one. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // the next iteration awaits this and handles the failure; until then it must not count as unhandled
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return?.()
  }
}
