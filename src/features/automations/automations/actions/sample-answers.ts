import { asMessageId, type UserId } from '#contract'
import type { Question } from '../questions-store.ts'
import type { StoredStep } from '../steps/input.ts'
import type * as store from '../store.ts'

/** Shown for text fields. */
const sampleText = '…'

/** Made-up answers to the forms of earlier steps, by one person. */
export const sampleAnswers = ({ id, org_id, steps, step: current }: store.StoredRun, personId: UserId): Question[] =>
  steps.slice(0, current).flatMap((step, index) =>
    step.kind === 'ask'
      ? [
          {
            message_id: asMessageId(0),
            ...{ org_id, run_id: id, step: index, person_id: personId, answered_by: personId },
            answer: sampleAnswer(step),
          },
        ]
      : [],
  )

const sampleAnswer = ({ fields }: Extract<StoredStep, { kind: 'ask' }>): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, options }) => [name, options[0] ?? sampleText]))
