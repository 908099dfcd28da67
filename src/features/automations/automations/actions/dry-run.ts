import { ApiError, type MessageId, userDeactivated } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Context } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { errorText } from '../../../people/languages/error-text.ts'
import type { StepPreviewFacts } from '../dry-run-api.ts'
import type { StoredStep } from '../steps/input.ts'
import type { DryRun } from './prepared-dry-run.ts'
import { valuesOf } from './run-context.ts'
import { sampleAnswers } from './sample-answers.ts'
import { kindOf } from './steps/step-kinds.ts'

/** Runs each step in a transaction that's rolled back. */
export async function dryRun(ctx: Context, prepare: (mutation: Mutation) => Promise<DryRun>) {
  const prepared = await ctx.transact(prepare, { isDryRun: true })
  const steps: StepPreviewFacts[] = []
  let { run } = prepared
  for (const step of prepared.run.steps) {
    steps.push(await previewOf(ctx, { ...prepared, run }, step))
    run = { ...run, step: run.step + 1, ...(step.kind === 'approve' ? { approver_id: ctx.viewer.id } : {}) }
  }
  return {
    matches_trigger: prepared.matchesTrigger,
    conditions: prepared.conditions.map((is_met) => ({ is_met })),
    steps,
  }
}

const unchecked: StepPreviewFacts = { state: 'unchecked', message: null, failure: null, failure_code: null }

async function previewOf(
  ctx: Context,
  { row, run, cause, channelsToJoin }: DryRun,
  step: StoredStep,
): Promise<StepPreviewFacts> {
  const { org, costAccount } = ctx
  const kind = kindOf(step)
  if (!kind.canBeRolledBack) return unchecked
  const channelId = ('stream_id' in step ? step.stream_id : null) ?? cause?.channel?.id
  // the bot can't read the channel yet, but the person who tests it can, so the message can be shown
  const isToJoin = channelId !== undefined && channelsToJoin.has(channelId)
  const actorId = isToJoin ? ctx.viewer.id : row.bot_id
  const cleanups: (() => void)[] = []
  try {
    const viewer = org.viewer(actorId)
    if (!viewer) throw userDeactivated()
    const questions = sampleAnswers(run, cause?.person.id ?? row.changed_by ?? row.bot_id)
    const values = valuesOf(org, run, cause, questions)
    const facts = { org, viewer, savedById: row.changed_by, now: org.now(), cleanups, ...values }
    const effect = await kind.prepare(facts, step)
    return await org.transact(
      actorId,
      async (mutation) => {
        const { message_id, wait, end } = await effect(mutation)
        const message = message_id === undefined ? null : await messageOf(mutation, message_id)
        const isChecked = !isToJoin || (wait !== undefined && message === null)
        return { ...unchecked, state: isChecked ? (wait ? 'waits' : end ? 'ends' : 'runs') : 'unchecked', message }
      },
      costAccount,
      { isDryRun: true },
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (isToJoin) return unchecked
    return { ...unchecked, state: 'refused', failure: errorText(ctx.language, error), failure_code: error.code }
  } finally {
    for (const cleanUp of cleanups) cleanUp()
  }
}

/** A message of the same transaction. */
async function messageOf(mutation: Mutation, id: MessageId): Promise<StepPreviewFacts['message']> {
  const [message] = await readableMessageFacts(mutation.tx, mutation.org.id, [id])
  if (!message) return null
  const { content, rendered_content, conversation_id, topic, member_ids, sender_id } = message
  const channel = mutation.get(channelsCache).ofConversation(conversation_id)
  return {
    ...{ content, rendered_content },
    stream_id: channel?.id ?? null,
    topic: channel ? topic : null,
    user_ids: channel ? null : (member_ids ?? []).filter((userId) => userId !== sender_id),
  }
}
