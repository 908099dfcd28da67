import { invalidArgument, type UserId, unitSecs, userDeactivated } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { type Address, compose, composeContext, type Place } from '../../../../messages/messages/actions/compose.ts'
import type { Outgoing } from '../../../../messages/messages/actions/send.ts'
import { peopleOf } from '../../../../messages/messages/recipient.ts'
import { holdersOf } from '../../../../people/groups/access/index.ts'
import { canMention, knownGroup } from '../../../../people/groups/access/permissions.ts'
import { groupIsDeactivated } from '../../../../people/groups/setting-values.ts'
import { cannotAnswer, causeUnavailable, noMembersToAsk, tooManyToAsk } from '../../errors.ts'
import { maxAskedMembers, maxFormLength, maxWaitMinutes } from '../../limits.ts'
import type { SentQuestion } from '../../questions-store.ts'
import type { Ask, StoredAsk } from '../../steps/ask-input.ts'
import { textsIn } from '../../texts.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { activeGroup } from '../active-group.ts'
import { hasActiveApprover, waitingFor, waitingLine } from './approvers.ts'
import { answerStatuses } from './ask-result.ts'
import { formOf } from './form.ts'
import { checkAuthorized } from './membership.ts'
import { type EnteredText, enteredTextIn, sendStepMessage } from './message-effect.ts'
import { checkPeople } from './people-check.ts'
import { checkPlace } from './place-check.ts'
import { accountsOf, placeOfCause } from './places.ts'
import { statusEffect } from './request-status.ts'
import type { RunContext, StepKind } from './step-kind.ts'

export const ask: StepKind<Ask, StoredAsk> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    const { at, channelId, trigger } = location
    const { to, user_ids, group_id } = step
    const refuse = (name: string, reason: string) => invalidArgument({}, { name: `${at}.${name}`, reason })
    for (const [index, { kind, options }] of step.fields.entries()) {
      const name = `fields[${index}].options`
      if (kind === 'menu' && options.length === 0) throw refuse(name, 'is required for menus')
      if (kind !== 'menu' && options.length > 0) throw refuse(name, 'must be empty unless the field is a menu')
      if (new Set(options).size < options.length) throw refuse(name, 'has the same option twice')
    }
    if (JSON.stringify(formOf(step)).length > maxFormLength) throw refuse('fields', 'has too much text for one form')
    if (to === 'topic') {
      if (user_ids !== null && group_id !== null) throw refuse('group_id', "can't be combined with user_ids")
      if (user_ids !== null) checkPeople(mutation, user_ids, at)
      if (group_id !== null) activeGroup(mutation, group_id, (reason) => refuse('group_id', reason))
      return { step, channelsToJoin: checkPlace(mutation, step.stream_id, location) }
    }
    const elsewhere = { ...step, stream_id: null, topic: '', user_ids: null }
    if (to === 'person') {
      if (!causeParts(trigger).person) throw refuse('to', "can't be person if the trigger doesn't involve a person")
      return { step: { ...elsewhere, group_id: null }, channelsToJoin: [] }
    }
    if (channelId !== null) throw refuse('to', "can't be group in a channel's automations")
    if (group_id === null) throw refuse('group_id', 'is required to ask a group')
    const group = activeGroup(mutation, group_id, (reason) => refuse('group_id', reason))
    if (!canMention(mutation.org, mutation.viewer, group)) throw refuse('group_id', "is a group you can't mention")
    if (membersOf(mutation.org, step).length > maxAskedMembers)
      throw refuse('group_id', `has too many members (limit: ${maxAskedMembers})`)
    return { step: elsewhere, channelsToJoin: [] }
  },
  async prepare(context, step) {
    const outgoing = await compose(composeContext(context.org, context.viewer), {
      place: placeOf(context, step),
      content: `${context.fill(step.text)}\n\n${statusOf(context, step)}`,
      client: 'Automation',
    })
    const channel = outgoing.recipient.kind === 'channel' ? outgoing.recipient.channel : undefined
    if (channel && !hasActiveApprover(context.org, step, { channel })) throw cannotAnswer()
    return async (mutation) => {
      const minutes = step.deadline_minutes ?? maxWaitMinutes
      const until = new Date(mutation.now.getTime() + minutes * unitSecs.minute * 1_000)
      const questions =
        step.to === 'topic'
          ? [await askIn(mutation, outgoing, step, null, enteredTextIn(context, step.text))]
          : await askPeople(mutation, context, step, outgoing)
      const [first] = questions
      return { ...(step.to !== 'group' && first ? { message_id: first.message_id } : {}), wait: { until }, questions }
    }
  },
  async resume(context, step, { result }) {
    const isAnswered = result === 'answered'
    const showStatus = await statusEffect(context, answerStatuses(context, step))
    const [answerer] = context.questions
      .filter(({ step: at }) => at === context.step)
      .map((question) => question.answered_by)
    return async (mutation) => {
      await showStatus(mutation)
      if (step.to === 'group') return { result: isAnswered ? result : 'elapsed' }
      return isAnswered ? { result, person_id: answerer ?? null } : { result, end: 'expired' }
    }
  },
}

/** Active people in the group, without bots. */
function membersOf(org: Organization, { group_id }: Pick<StoredAsk, 'group_id'>): UserId[] {
  const ids = group_id === null ? [] : [...holdersOf(org, group_id)]
  return accountsOf(org, ids)
    .filter(({ isActive, botType }) => isActive && botType === null)
    .map(({ id }) => id)
}

function placeOf({ viewer, cause }: RunContext, { to, stream_id, topic }: StoredAsk): Address | Place {
  // each member of a group gets a copy
  if (to === 'group') return { type: 'direct', to: [viewer.id], topic: undefined }
  if (to === 'person') {
    if (!cause) throw causeUnavailable()
    return { type: 'direct', to: [cause.person.id], topic: undefined }
  }
  return stream_id === null ? placeOfCause(cause) : { type: 'stream', to: stream_id, topic }
}

function statusOf({ org, viewer }: RunContext, step: StoredAsk): string {
  const texts = textsIn(org.language)
  if (step.to !== 'topic') return waitingLine(texts.pleaseAnswer)
  const answerers = waitingFor(org, viewer, step)
  return waitingLine(answerers === undefined ? texts.anyoneCanAnswer : texts.waitingForAnswer(answerers))
}

async function askPeople(
  mutation: Mutation,
  context: RunContext,
  step: StoredAsk,
  outgoing: Outgoing,
): Promise<readonly SentQuestion[]> {
  const asked: SentQuestion[] = []
  for (const id of peopleToAsk(mutation, context, step)) {
    const people = peopleOf(mutation.org, [id], outgoing.sender)
    asked.push(await askIn(mutation, { ...outgoing, recipient: { kind: 'direct', people } }, step, id))
  }
  return asked
}

function peopleToAsk(mutation: Mutation, context: RunContext, step: StoredAsk): readonly UserId[] {
  const { org } = mutation
  if (step.group_id === null) {
    const [person] = context.cause ? accountsOf(org, [context.cause.person.id]) : []
    if (!person?.isActive) throw userDeactivated()
    return [person.id]
  }
  const group = knownGroup(org, step.group_id)
  if (group.deactivated) throw groupIsDeactivated()
  checkAuthorized(mutation, context, (viewer) => canMention(org, viewer, group))
  const members = membersOf(org, step)
  if (members.length === 0) throw noMembersToAsk()
  if (members.length > maxAskedMembers) throw tooManyToAsk({}, { limit: maxAskedMembers })
  return members
}

async function askIn(
  mutation: Mutation,
  outgoing: Outgoing,
  step: StoredAsk,
  person_id: UserId | null,
  entered?: EnteredText,
): Promise<SentQuestion> {
  const widget = JSON.stringify({ widget_type: 'interactive', extra_data: formOf(step, person_id) })
  return { message_id: await sendStepMessage(mutation, { ...outgoing, widget }, entered), person_id }
}
