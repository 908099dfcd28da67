import { afterEach, assert, beforeEach, test, vi } from 'vitest'
import { Absences } from './absences.ts'
import { lostMs } from './call-transport.ts'

let lost: string[]
let absences: Absences
beforeEach(() => {
  vi.useFakeTimers()
  lost = []
  absences = new Absences((id) => void lost.push(id))
})
afterEach(() => {
  vi.useRealTimers()
})

test('a lost session stays lost through further attempts, until it’s connected', () => {
  assert.isTrue(absences.begin('a'))
  vi.advanceTimersByTime(lostMs)
  assert.deepEqual([lost, absences.ids], [['a'], []])
  assert.isFalse(absences.begin('a'))
  vi.advanceTimersByTime(lostMs)
  assert.deepEqual(lost, ['a'])
  absences.end('a')
  assert.isTrue(absences.begin('a'))
  assert.deepEqual(absences.ids, ['a'])
})

test('a session that left the call is never lost, unless it comes back', () => {
  absences.begin('a')
  absences.depart('a')
  assert.isFalse(absences.begin('a'))
  vi.advanceTimersByTime(lostMs)
  assert.deepEqual([lost, absences.ids], [[], []])
  absences.end('a')
  absences.begin('a')
  vi.advanceTimersByTime(lostMs)
  assert.deepEqual(lost, ['a'])
})
