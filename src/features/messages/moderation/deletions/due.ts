import { dueWork } from '#platform/timer'
import { takeStep } from './actions.ts'
import * as store from './store.ts'

const atOnce = 20
/** A server that stops waits for the turn; the timer begins the next one at once. */
const stepsPerTurn = 10

/** A step and its progress are one mutation, so a server that's killed continues after the last step. */
export const deletions = dueWork({
  name: 'deletions of a person’s messages',
  rows: store.running,
  async *turn({ org, now }) {
    for await (const rows of store.running.pages(org, { now, size: atOnce }))
      for (const { id } of rows) yield* stepsOf(() => org.transact(null, (mutation) => takeStep(mutation, id)))
  },
})

/** Other organizations get a turn after each step, and a deletion that fails doesn't stop the others. */
async function* stepsOf(step: () => Promise<boolean>): AsyncGenerator<readonly unknown[]> {
  let isMore = true
  for (let taken = 0; isMore && taken < stepsPerTurn; taken++)
    try {
      isMore = await step()
      yield []
    } catch (problem) {
      isMore = false
      yield [problem]
    }
}
