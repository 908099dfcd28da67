import { dayMs, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { activeModerators } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { checkAnswersModmail, existingModmail } from './access.ts'
import { mailReply } from './appeal-mail.ts'
import * as errors from './errors.ts'
import * as limits from './limits.ts'
import { deliverReply, postMessage, postReply } from './notice.ts'
import { modmailChanged, ownModmailChanged } from './states.ts'
import * as store from './store.ts'
import type { ModmailKind, ModmailState } from './wire.ts'

const hourMs = 60 * 60_000

/** Continues the person's open conversation, or starts one. */
export async function messageModerators(mutation: Mutation, content: string) {
  const { tx, org, viewer, now } = mutation
  const person = mutation.get(peopleCache).byId.get(viewer.id) as Account
  const current = await store.openOf(tx, viewer.id)
  await checkLimits(mutation, current)
  const modmail = current ?? (await start(mutation, viewer.id, 'message'))
  const message_id = await store.insertMessage(tx, {
    ...{ org_id: org.id, modmail_id: modmail.id, author_id: viewer.id },
    ...{ from_moderators: false, content, sent_at: now },
  })
  await store.change(tx, modmail.id, { unanswered: modmail.unanswered + 1 })
  announce(mutation, modmail)
  if ((await store.countWritten(tx, org.id, hourBefore(now))) <= limits.maxNoticesPerHour)
    await postMessage(mutation, modmail, person, content)
  return { modmail_id: modmail.id, message_id }
}

async function checkLimits({ tx, org, viewer, now }: Mutation, current: store.Stored | undefined): Promise<void> {
  const { maxMessagesPerHour, maxUnanswered, maxNewPerDay, maxOpen } = limits
  if ((await store.countWritten(tx, org.id, hourBefore(now), viewer.id)) >= maxMessagesPerHour)
    throw errors.tooManyMessages({}, { limit: maxMessagesPerHour })
  if (current) {
    if (current.unanswered >= maxUnanswered) throw errors.waitForReply({}, { limit: maxUnanswered })
    return
  }
  if ((await store.countStarted(tx, viewer.id, new Date(now.getTime() - dayMs))) >= maxNewPerDay)
    throw errors.tooManyConversations({}, { limit: maxNewPerDay })
  if ((await store.countOpen(tx, org.id)) >= maxOpen) throw errors.moderatorsBusy()
}

export async function start({ tx, org, now }: Mutation, userId: UserId, kind: ModmailKind): Promise<store.Stored> {
  const row = await store.insert(tx, {
    ...{ org_id: org.id, user_id: userId, kind, state: 'open', unanswered: 0, opened_at: now },
    ...{ notice_id: null, closed_by: null, closed_at: null },
  })
  await store.removeBeyond(tx, org.id, limits.maxKept)
  return row
}

interface Reply {
  readonly content: string
  readonly last_message_id?: number | undefined
  readonly close: boolean
}

export async function reply(mutation: Mutation, id: number, { content, last_message_id, close }: Reply) {
  const { tx, org, viewer, now } = mutation
  checkAnswersModmail(viewer)
  const modmail = await existingModmail(tx, org.id, id)
  if (modmail.state === 'closed') throw errors.conversationClosed()
  const [newest] = await store.messages(tx, id, { before: undefined, limit: 1 })
  if (last_message_id !== undefined && newest && newest.id > last_message_id) throw errors.conversationChanged()
  const person = mutation.get(peopleCache).byId.get(modmail.user_id)
  const isByEmail = modmail.kind === 'appeal' && person?.isActive === false && org.services.sendsMail
  if (!person || !(person.isActive || isByEmail)) throw errors.personDeactivated()
  const message_id = await store.insertMessage(tx, {
    ...{ org_id: org.id, modmail_id: id, author_id: viewer.id },
    ...{ from_moderators: true, content, sent_at: now },
  })
  await store.change(tx, id, { unanswered: 0, ...(close && closedBy(mutation)) })
  if (isByEmail) await mailReply(mutation, person, { messageId: message_id, content })
  else await deliverReply(mutation, person, content)
  await postReply(mutation, modmail, person, content)
  announce(mutation, modmail)
  return { message_id }
}

export const closedBy = ({ viewer, now }: Mutation) => ({ state: 'closed', closed_by: viewer.id, closed_at: now })

export async function changeState(mutation: Mutation, id: number, state: ModmailState): Promise<void> {
  const { tx, org, viewer } = mutation
  checkAnswersModmail(viewer)
  const modmail = await existingModmail(tx, org.id, id)
  if (modmail.state === state) return
  if (state === 'open' && (await store.openOf(tx, modmail.user_id))) throw errors.hasOpenConversation()
  const change = state === 'closed' ? closedBy(mutation) : { state, closed_by: null, closed_at: null }
  await store.change(tx, id, change)
  announce(mutation, modmail)
}

/** When a person's profile is deleted. */
export async function forgetModmail(mutation: Mutation, { id }: Account): Promise<void> {
  for (const modmail_id of await store.removeAll(mutation.tx, id))
    mutation.emit(modmailChanged, { modmail_id }, activeModerators(mutation.org))
}

export function announce(mutation: Mutation, { id, user_id }: store.Stored): void {
  mutation.emit(modmailChanged, { modmail_id: id }, activeModerators(mutation.org))
  mutation.emit(ownModmailChanged, { modmail_id: id }, [user_id])
}

const hourBefore = (now: Date): Date => new Date(now.getTime() - hourMs)
