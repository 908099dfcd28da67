import { afterEach, assert, beforeEach, test, vi } from 'vitest'
import { LatestReport } from './latest-report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a key pressed again within a second is reported once', async () => {
  const sent: boolean[] = []
  const report = new LatestReport(async (isOn) => sent.push(isOn))
  await report.tell(true)
  report.tellLater(false)
  await vi.advanceTimersByTimeAsync(900)
  await report.tell(true)
  await vi.advanceTimersByTimeAsync(5_000)
  assert.deepEqual(sent, [true])
  report.tellLater(false)
  await vi.advanceTimersByTimeAsync(1_000)
  assert.deepEqual(sent, [true, false])
})

test('one request is in progress at a time, and the latest state is sent', async () => {
  const sent: boolean[] = []
  const answers: (() => void)[] = []
  const report = new LatestReport((isOn) => {
    sent.push(isOn)
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  const first = report.tell(true)
  void report.tell(false)
  void report.tell(true)
  const last = report.tell(false)
  assert.deepEqual(sent, [true])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  assert.deepEqual(sent, [true, false])
  answers[1]?.()
  await Promise.all([first, last])
  assert.deepEqual(sent, [true, false])
})

test('a refused state is an error and is sent again the next time', async () => {
  const sent: boolean[] = []
  const report = new LatestReport(async (isOn) => {
    if (sent.push(isOn) === 1) throw new Error('refused')
  })
  const error = await report.tell(true).catch((problem: Error) => problem.message)
  assert.equal(error, 'refused')
  await report.tell(true)
  assert.deepEqual(sent, [true, true])
})
