import { stopConditionKindsOf } from '../../conditions/condition-rules.ts'
import { ConditionCheck } from '../../conditions/hold.ts'
import type { StopUnless, StoredStopUnless } from '../../steps/stop-unless-input.ts'
import { withFoldedText } from '../../triggers/folded-text.ts'
import { checkCondition } from '../checked-conditions.ts'
import { currentTopicOfCause } from './current-topic.ts'
import type { StepKind } from './step-kind.ts'

export const stopUnless: StepKind<StopUnless, StoredStopUnless> = {
  canBeRolledBack: true,
  check(mutation, step, { at, trigger, channelId }) {
    checkCondition(mutation, step.condition, stopConditionKindsOf(trigger, channelId), `${at}.condition`)
    return { step, channelsToJoin: [] }
  },
  async prepare({ cause, fieldValue }, { condition }) {
    return async (mutation) => {
      const topic = await currentTopicOfCause(mutation.tx, cause)
      const check = new ConditionCheck(mutation, {
        personId: cause?.person.id,
        fieldValue,
        ...(cause?.message ? { messageId: cause.message.id } : {}),
        ...(cause?.channel ? { channel: cause.channel } : {}),
        ...(topic === undefined ? {} : { topic }),
      })
      return (await check.hold([withFoldedText(condition)])) ? {} : { end: 'done', result: 'stopped' }
    }
  },
}
