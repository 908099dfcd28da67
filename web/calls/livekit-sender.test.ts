import type { LocalParticipant } from 'livekit-client'
import { afterEach, assert, beforeEach, test, vi } from 'vitest'

const { LiveKitSender } = await import('./livekit-sender.ts')

const microphone = { kind: 'audio' } as MediaStreamTrack
let attempts: number
let failures: number
const participant = {
  async publishTrack() {
    attempts++
    if (attempts <= failures) throw new Error('no answer')
    return { track: {} }
  },
} as unknown as LocalParticipant

beforeEach(() => {
  vi.useFakeTimers()
  ;[attempts, failures] = [0, 0]
})
afterEach(() => {
  vi.useRealTimers()
})

test('a failed publication is retried once, and again after reconnecting', async () => {
  failures = 2
  const sender = new LiveKitSender()
  sender.use(participant)
  sender.publish('microphone', microphone)
  await vi.advanceTimersByTimeAsync(0)
  assert.equal(attempts, 1)
  await vi.advanceTimersByTimeAsync(10_000)
  assert.equal(attempts, 2)
  await vi.advanceTimersByTimeAsync(60_000)
  assert.equal(attempts, 2)
  sender.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  assert.equal(attempts, 3)
})
