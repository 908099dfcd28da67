import type { MessageId, UserId } from '#contract'
import { silent } from '../../../../messages/messages/actions/notices.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { textsIn } from '../../texts.ts'
import type { WaitResult } from '../../wire.ts'
import { messageEffect } from './message-effect.ts'
import { placeOfCause, placeOfMessage } from './places.ts'
import { requestsOf, timeOf } from './request-status.ts'
import type { Effect, RunContext } from './step-kind.ts'

/** The line that replaces who can answer. */
export function approvalStatus(context: RunContext, result: WaitResult, approverId: UserId | null): string {
  const texts = textsIn(context.org.language)
  const approver = approverId === null ? undefined : context.org.get(peopleCache).byId.get(approverId)
  if (result === 'expired' || !approver) return texts.expired
  const show = result === 'approved' ? texts.approvedBy : texts.declinedBy
  return show(silent(approver), timeOf(context))
}

/** Replies where the run was triggered, or else below the request; undefined if there's nothing to say. */
export async function declinedEffect(
  context: RunContext,
  text: string,
  messageId: MessageId | null,
): Promise<Effect | undefined> {
  if (text === '') return undefined
  if (context.cause?.topic !== undefined) return messageEffect(context, placeOfCause(context.cause), text)
  const [request] = await requestsOf(context, messageId === null ? [] : [messageId])
  return request && messageEffect(context, placeOfMessage(context.org, request), text)
}
