import type { MessageId } from '#contract'
import { silent } from '../../../../messages/messages/actions/notices.ts'
import { answerLines } from '../../form-values.ts'
import type { StoredAsk } from '../../steps/ask-input.ts'
import { textsIn } from '../../texts.ts'
import { accountsOf } from './places.ts'
import { timeOf } from './request-status.ts'
import type { RunContext } from './step-kind.ts'

/** The lines that replace who can answer, by message: who answered, and what, for clients that can't show forms. */
export function answerStatuses(context: RunContext, { fields }: StoredAsk): Map<MessageId, string> {
  const { org, questions, step } = context
  const texts = textsIn(org.language)
  const asked = questions.filter((question) => question.step === step)
  return new Map(
    asked.map(({ message_id, answer, answered_by }) => {
      const [person] = answered_by === null ? [] : accountsOf(org, [answered_by])
      if (!answer || !person) return [message_id, texts.expired]
      const lines = answerLines(fields, answer).map((line) => `* ${line}`)
      return [message_id, [texts.answeredBy(silent(person), timeOf(context)), '', ...lines].join('\n')]
    }),
  )
}
