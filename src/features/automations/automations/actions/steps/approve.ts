import { invalidArgument, unitSecs } from '#contract'
import type { Organization } from '#platform/organization'
import { type Address, compose, composeContext, type Place } from '../../../../messages/messages/actions/compose.ts'
import { noApprovers } from '../../errors.ts'
import { maxWaitMinutes } from '../../limits.ts'
import type { Approve, StoredApprove } from '../../steps/approve-input.ts'
import { textsIn } from '../../texts.ts'
import { activeGroup } from '../active-group.ts'
import { approvalStatus, declinedEffect } from './approval-result.ts'
import { activeApproverIds, approveButton, declineButton, hasActiveApprover, requestStatus } from './approvers.ts'
import { enteredTextIn, sendEffect } from './message-effect.ts'
import { checkPeople } from './people-check.ts'
import { checkPlace } from './place-check.ts'
import { placeOfCause } from './places.ts'
import { statusEffect } from './request-status.ts'
import type { RunContext, StepKind } from './step-kind.ts'

export const approve: StepKind<Approve, StoredApprove> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    const { at, channelId } = location
    const { is_direct, user_ids, group_id } = step
    const refuse = (name: string, reason: string) => invalidArgument({}, { name: `${at}.${name}`, reason })
    if (user_ids !== null && group_id !== null) throw refuse('group_id', "can't be combined with user_ids")
    if (user_ids !== null) checkPeople(mutation, user_ids, at)
    if (group_id !== null) activeGroup(mutation, group_id, (reason) => refuse('group_id', reason))
    if (!is_direct) return { step, channelsToJoin: checkPlace(mutation, step.stream_id, location) }
    if (channelId !== null) throw refuse('is_direct', "must be false in a channel's automations")
    if (user_ids === null) throw refuse('user_ids', 'is required for direct messages')
    return { step: { ...step, stream_id: null, topic: '' }, channelsToJoin: [] }
  },
  async prepare(context, step) {
    const { org, viewer, fill } = context
    if (!hasActiveApprover(org, step)) throw noApprovers()
    const outgoing = await compose(composeContext(org, viewer), {
      place: placeOf(context, step),
      content: `${fill(step.text)}\n\n${requestStatus(org, viewer, step)}`,
      client: 'Automation',
      widget: JSON.stringify({ widget_type: 'interactive', extra_data: formOf(org, step) }),
    })
    const channel = outgoing.recipient.kind === 'channel' ? outgoing.recipient.channel : undefined
    if (!hasActiveApprover(org, step, { channel })) throw noApprovers()
    const send = sendEffect(outgoing, enteredTextIn(context, step.text))
    return async (mutation) => {
      const minutes = step.deadline_minutes ?? maxWaitMinutes
      const until = new Date(mutation.now.getTime() + minutes * unitSecs.minute * 1_000)
      return { ...(await send(mutation)), wait: { until } }
    }
  },
  async resume(context, step, { result, messageId, approverId }) {
    const isApproved = result === 'approved'
    const status = approvalStatus(context, result, approverId)
    const showStatus = await statusEffect(context, new Map(messageId === null ? [] : [[messageId, status]]))
    const reply = isApproved ? undefined : await declinedEffect(context, step.declined_text, messageId)
    return async (mutation) => {
      await showStatus(mutation)
      const answer = { result, person_id: result === 'expired' ? null : approverId }
      if (isApproved) return answer
      return { ...(await reply?.(mutation)), ...answer, end: result === 'expired' ? 'expired' : 'declined' }
    }
  },
}

function placeOf({ org, cause }: RunContext, step: StoredApprove): Address | Place {
  const { is_direct, stream_id, topic } = step
  if (is_direct) return { type: 'direct', to: activeApproverIds(org, step), topic: undefined }
  return stream_id === null ? placeOfCause(cause) : { type: 'stream', to: stream_id, topic }
}

function formOf(org: Organization, { user_ids, group_id }: StoredApprove) {
  const texts = textsIn(org.language)
  return {
    buttons: [
      { id: approveButton, label: texts.approve, style: 'primary' },
      { id: declineButton, label: texts.decline },
    ],
    ...(user_ids === null ? {} : { answerers: user_ids }),
    ...(group_id === null ? {} : { answerer_group: group_id }),
  }
}
