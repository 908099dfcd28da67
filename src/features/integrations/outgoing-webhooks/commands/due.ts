import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { dueWork, problemsOf } from '#platform/timer'
import type { Sent } from '../../../messages/messages/actions/send.ts'
import { outgoingWebhooks } from '../due.ts'
import { callCommand, callCommandOfMessage } from './actions/call.ts'
import * as store from './store.ts'

const batch = 100

/** Deletes calls that bots can no longer respond to. */
export const expiredCalls = dueWork({
  name: 'expired calls of bot commands',
  rows: store.expired,
  async *turn({ org, now }) {
    for await (const page of store.expired.pages(org, { now, size: batch }))
      yield problemsOf(
        await Promise.allSettled(page.map(({ id }) => org.transact(null, ({ tx }) => store.expired.remove(tx, id)))),
      )
  },
})

const deliverSoon = (mutation: Mutation): void =>
  mutation.onCommit(() => mutation.org.services.workDue(outgoingWebhooks, mutation.now))

export async function enterCommand(
  mutation: Mutation,
  botId: UserId,
  name: string,
  call: Parameters<typeof callCommand>[3],
): Promise<void> {
  await callCommand(mutation, botId, name, call)
  deliverSoon(mutation)
}

export async function enterCommandOfMessage(mutation: Mutation, sent: Sent): Promise<void> {
  if (await callCommandOfMessage(mutation, sent)) deliverSoon(mutation)
}
