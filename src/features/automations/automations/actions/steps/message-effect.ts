import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkCanSend } from '../../../../messages/messages/access/send.ts'
import { compose, composeContext } from '../../../../messages/messages/actions/compose.ts'
import { type Outgoing, sendMessage } from '../../../../messages/messages/actions/send.ts'
import { reportShownText } from '../../../../messages/messages/moderation-rules/access.ts'
import type { Cause } from '../../cause.ts'
import { placeholder } from '../../limited-fill.ts'
import type { Effect, RunContext } from './step-kind.ts'

type Place = Parameters<typeof compose>[1]['place']

/** Renders a step's message; the returned function sends it. */
export async function messageEffect(context: RunContext, place: Place, text: string): Promise<Effect> {
  const { org, viewer, fill } = context
  const outgoing = await compose(composeContext(org, viewer), { place, content: fill(text), client: 'Automation' })
  return sendEffect(outgoing, enteredTextIn(context, text))
}

/** What a person entered after a slash command. */
export type EnteredText = Required<Pick<Cause, 'person' | 'text'>>

/** The text that a step's message shows; undefined if there's none, or the person posted it themselves. */
export function enteredTextIn({ cause }: RunContext, text: string): EnteredText | undefined {
  const isShown = [...text.matchAll(placeholder)].some(([, , name]) => name === 'text')
  return isShown && cause?.message === undefined ? cause : undefined
}

export const sendEffect =
  (outgoing: Outgoing, entered: EnteredText | undefined) =>
  async (mutation: Mutation): Promise<{ readonly message_id: MessageId }> => ({
    message_id: await sendStepMessage(mutation, outgoing, entered),
  })

/** Sends a step's message, and reports it if a moderation rule reports the text that a person entered. */
export async function sendStepMessage(
  mutation: Mutation,
  outgoing: Outgoing,
  entered: EnteredText | undefined,
): Promise<MessageId> {
  await checkCanSend(mutation, outgoing)
  const { id } = await sendMessage(mutation, { ...outgoing, senderRead: true })
  if (entered?.text !== undefined) {
    const { recipient, topic } = outgoing
    const text = { content: entered.text, html: '' }
    await reportShownText(mutation, { sender: entered.person, recipient, topic, text }, id)
  }
  return id
}
