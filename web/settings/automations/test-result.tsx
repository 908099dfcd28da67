import type { ResultOf } from '#contract'
import type { StepPreview, tryAutomation } from '../../../src/features/automations/automations/dry-run-api.ts'
import { MessageHtml } from '../../message-actions/message-html.tsx'
import { Icon } from '../../parts/icon.tsx'
import { a } from '../../texts/automations.ts'
import type { Draft } from './drafts.ts'
import { conditionText, placeText, recipientsText, stepText } from './sentences.ts'

interface Props {
  readonly draft: Draft
  readonly result: ResultOf<typeof tryAutomation.result>
}

export function TestResult({ draft: { conditions, steps }, result }: Props) {
  return (
    <>
      {!result.matches_trigger && <p class="problem">{a.testNoMatch}</p>}
      {result.conditions.length > 0 && (
        <section class="automation-part">
          <h3>{a.testConditions}</h3>
          <ul class="automation-outcomes">
            {result.conditions.map(({ is_met }, index) => {
              const condition = conditions[index]
              return (
                <li key={index} class={is_met ? 'automation-check' : 'automation-check danger-text'}>
                  <Icon name={is_met ? 'check' : 'close'} size={16} />
                  <span dir="auto">
                    {condition && conditionText(condition)}: {is_met ? a.met : a.notMet}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <section class="automation-part">
        <h3>{a.do}</h3>
        <ol class="automation-outcomes">
          {result.steps.map((preview, index) => {
            const step = steps[index]
            return (
              <li key={index} class="automation-step">
                <strong dir="auto">{step && stepText(step)}</strong>
                <Preview preview={preview as StepPreview} />
              </li>
            )
          })}
        </ol>
      </section>
    </>
  )
}

function Preview({ preview: { state, message, failure } }: { preview: StepPreview }) {
  return (
    <>
      {message && (
        <>
          <span class="soft small" dir="auto">
            {message.stream_id === null
              ? recipientsText(message.user_ids ?? [])
              : placeText(message.stream_id, message.topic ?? '')}
          </span>
          <MessageHtml html={message.rendered_content} />
        </>
      )}
      {state !== 'runs' && (
        <span class={state === 'refused' ? 'small danger-text' : 'soft small'}>{a.stepStates[state]}</span>
      )}
      {failure !== null && (
        <span class="small danger-text" dir="auto">
          {failure}
        </span>
      )}
    </>
  )
}
