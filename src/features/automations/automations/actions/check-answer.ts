import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { type ReadableMessage, readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { needsReview } from '../../../messages/messages/held-messages/access.ts'
import { cannotHold } from '../../../messages/messages/held-messages/errors.ts'
import { checkRules } from '../../../messages/messages/moderation-rules/access.ts'
import { checkNotRestricted } from '../../../people/restrictions/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { isFormPlaceholder } from '../form-values.ts'
import { placeholder } from '../limited-fill.ts'
import type { StoredAsk } from '../steps/ask-input.ts'
import type { StoredStep } from '../steps/input.ts'
import type * as store from '../store.ts'

/**
 * Throws if the viewer couldn't post the answer in the channels where the automation's bot shows it, because of
 * restrictions, reviews, or moderation rules: the bot is exempt.
 */
export async function checkAnswer(
  mutation: Mutation,
  message: ReadableMessage,
  run: store.StoredRun,
  { fields }: StoredAsk,
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  const { viewer } = mutation
  const sender = mutation.get(peopleCache).byId.get(viewer.id) as Account
  // the options of menus were written by managers
  const menus = new Set(fields.flatMap(({ name, kind }) => (kind === 'menu' ? [name] : [])))
  const content = Object.entries(answer)
    .flatMap(([name, text]) => (menus.has(name) ? [] : [text]))
    .join('\n')
  if (content === '') return
  const here = mutation.get(channelsCache).ofConversation(message.conversation_id)
  for (const channel of await channelsThatShow(mutation, run, here)) {
    const recipient = { kind: 'channel', channel } as const
    checkNotRestricted(mutation, { in: 'channel', channelId: channel.id })
    if (await needsReview(mutation, { sender, recipient })) throw cannotHold({ rule: 'held' })
    const topic = channel === here ? message.topic : ''
    // treated as an edit of the form, so it doesn't count as another message
    await checkRules(mutation, { sender, recipient, topic, text: { content, html: '' }, editedId: message.id })
  }
}

/** The form's own channel, and those where later steps post answers. */
async function channelsThatShow(
  mutation: Mutation,
  run: store.StoredRun,
  here: Channel | undefined,
): Promise<ReadonlySet<Channel>> {
  const { byId } = mutation.get(channelsCache)
  const channels = new Set<Channel>()
  if (here) channels.add(here)
  for (const step of run.steps.slice(run.step + 1)) {
    if (!('stream_id' in step && 'text' in step)) continue
    // replies where the run was triggered, or else below the request
    const isInReply = step.kind === 'approve' && showsAnswers(step.declined_text)
    if (!isInReply && (isDirect(step) || !showsAnswers(step.text))) continue
    const places = [step.stream_id, ...(isInReply ? [null] : [])]
    for (const id of places) {
      const channel = id === null ? await channelOfCause(mutation, run) : byId.get(id)
      if (channel) channels.add(channel)
    }
  }
  return channels
}

const isDirect = (step: StoredStep): boolean =>
  (step.kind === 'ask' && step.to !== 'topic') || (step.kind === 'approve' && step.is_direct)

const showsAnswers = (text: string): boolean =>
  [...text.matchAll(placeholder)].some(([, , name]) => isFormPlaceholder(name ?? ''))

async function channelOfCause(mutation: Mutation, run: store.StoredRun): Promise<Channel | undefined> {
  const channels = mutation.get(channelsCache)
  if (run.message_id === null) return run.channel_id === null ? undefined : channels.byId.get(run.channel_id)
  const [message] = await readableMessageFacts(mutation.tx, mutation.org.id, [run.message_id])
  return message && channels.ofConversation(message.conversation_id)
}
