import { createHash } from 'node:crypto'
import type { MessageRecord } from './records.ts'

/** perf: so many messages share a transaction and its statements. */
const mostTogether = 500
/** In characters, beside the files: what is in memory at a time. */
const mostText = 2_000_000

const sizeOf = ({ text, history = [] }: MessageRecord): number => {
  let size = 0
  for (const piece of [text, ...history.map((state) => state.text ?? [])].flat())
    size += typeof piece === 'string' ? piece.length : 50
  return size
}

/** A database compares only so long a key. */
const shortKey = (key: string): string =>
  key.length <= 200 && !key.includes('\0') ? key : createHash('sha256').update(key).digest('hex')

/** Messages some hundreds at a time, with keys that the database can keep. */
export async function* batchesOf(messages: AsyncIterable<MessageRecord>): AsyncGenerator<MessageRecord[]> {
  let batch: MessageRecord[] = []
  let size = 0
  for await (const one of messages) {
    const key = shortKey(one.key)
    batch.push(key === one.key ? one : { ...one, key })
    size += sizeOf(one)
    if (batch.length < mostTogether && size < mostText) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** The same, with the next one begun while whoever asked is at work on the one before. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // whoever asks for it hears of a failure; until then it is nobody's
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return?.()
  }
}
