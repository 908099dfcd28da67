import type { MessageId } from '#contract'
import { checkCanSend } from '../../../../messages/messages/access/send.ts'
import { compose, composeContext } from '../../../../messages/messages/actions/compose.ts'
import { type Outgoing, sendMessage } from '../../../../messages/messages/actions/send.ts'
import type { Effect, RunContext } from './step-kind.ts'

type Place = Parameters<typeof compose>[1]['place']

/** Renders a step's message; the returned function sends it. */
export async function messageEffect({ org, viewer, fill }: RunContext, place: Place, text: string): Promise<Effect> {
  return sendEffect(await compose(composeContext(org, viewer), { place, content: fill(text), client: 'Automation' }))
}

export const sendEffect =
  (outgoing: Outgoing) =>
  async (mutation: Parameters<Effect>[0]): Promise<{ readonly message_id: MessageId }> => {
    await checkCanSend(mutation, outgoing)
    const { id } = await sendMessage(mutation, { ...outgoing, senderRead: true })
    return { message_id: id }
  }
