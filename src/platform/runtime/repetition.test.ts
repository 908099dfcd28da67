import { afterEach, assert, beforeEach, test, vi } from 'vitest'
import type { Organization } from '#platform/organization'
import type { Server } from '#platform/serve'
import { Repetition } from './repetition.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What there is of an organization that is in memory, and how often something was done there. */
function scene({ isOfAnother = false } = {}) {
  const org = { id: 1, position: 7, backlog: new Map<string, number>() }
  const state = { done: 0, isOfAnother }
  const work = { name: 'words', everySecs: 1, onNews: true as const, run: async () => void state.done++ }
  const repetition = new Repetition(work, {} as Server, () => state.isOfAnother)
  return { org, state, run: () => repetition.run(org as unknown as Organization) }
}

test('what is done about news is done where something was written', async () => {
  const { org, state, run } = scene()
  await run()
  await run()
  assert.equal(state.done, 1)
  org.position++
  await run()
  assert.equal(state.done, 2)
  org.backlog.set('words', 3)
  await run()
  assert.equal(state.done, 3)
})

test('news are left to the process that writes, and looked after now and then', async () => {
  const { org, state, run } = scene({ isOfAnother: true })
  await run()
  assert.equal(state.done, 1, 'nobody may have looked before')
  org.position++
  org.backlog.set('words', 3)
  await run()
  assert.equal(state.done, 1)
  vi.advanceTimersByTime(30_000)
  await run()
  assert.equal(state.done, 2)
})

test('whoever becomes the writer takes what is new at once', async () => {
  const { org, state, run } = scene({ isOfAnother: true })
  await run()
  org.position++
  state.isOfAnother = false
  await run()
  assert.equal(state.done, 2)
})
