import { dueWork } from '#platform/timer'
import { runStep } from './actions.ts'
import * as store from './store.ts'

const atOnce = 20
/** Shutdown waits for the current turn, and the timer starts the next one immediately. */
const stepsPerTurn = 10

/** A step and its progress are one mutation, so a server that's killed continues after the last step. */
export const deletions = dueWork({
  name: 'deletions of a person’s messages',
  rows: store.running,
  async *turn({ org, now }) {
    for await (const rows of store.running.pages(org, { now, size: atOnce }))
      for (const { id } of rows) yield* stepsOf(() => org.transact(null, (mutation) => runStep(mutation, id)))
  },
})

/** Yields after each step, so that other organizations get their turn. A deletion that fails doesn't stop the others. */
async function* stepsOf(step: () => Promise<boolean>): AsyncGenerator<readonly unknown[]> {
  let isMore = true
  for (let steps = 0; isMore && steps < stepsPerTurn; steps++)
    try {
      isMore = await step()
      yield []
    } catch (problem) {
      isMore = false
      yield [problem]
    }
}
