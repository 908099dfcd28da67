import { afterEach, assert, beforeEach, test, vi } from 'vitest'
import type { Organization } from '#platform/organization'
import type { Repeated, Server } from '#platform/serve'
import { Repetition } from './repetition.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A loaded organization, with a count of the runs. */
function scene({ isOfAnother = false } = {}) {
  const org = { id: 1, position: 7, backlog: new Map<string, number>() }
  const state = { done: 0, steps: 1, isOfAnother }
  const server = { isStopping: false }
  const work: Repeated = {
    name: 'words',
    everySecs: 1,
    onNews: true,
    async run(_org, _server, goesOn) {
      state.done++
      for (let step = 1; step < 5 && goesOn(); step++) state.steps++
    },
  }
  const repetition = new Repetition(work, server as Server, () => state.isOfAnother)
  return { org, state, server, run: () => repetition.run(org as unknown as Organization) }
}

test('repeated work runs where something was written', async () => {
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

test('other processes leave changes to the writer and check occasionally', async () => {
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

test('a new writer handles changes immediately', async () => {
  const { org, state, run } = scene({ isOfAnother: true })
  await run()
  org.position++
  state.isOfAnother = false
  await run()
  assert.equal(state.done, 2)
})

test('the writer takes all steps, another process one', async () => {
  const { org, state, server, run } = scene({ isOfAnother: true })
  await run()
  assert.equal(state.steps, 1)
  state.isOfAnother = false
  org.position++
  await run()
  assert.equal(state.steps, 5)
  server.isStopping = true
  org.position++
  await run()
  assert.equal(state.steps, 5)
})
