import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { type Integration, testIncomingWebhook } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

interface Props {
  readonly bot: User
  readonly tool: Integration
  onPosted(): Promise<void>
}

/** Posts one of the tool's samples where its posts go. */
export function SampleForm({ bot, tool, onPosted }: Props) {
  const actions = useActions()
  const sample = useSignal('')
  const isPosted = useSignal(false)
  const send = () =>
    actions.run('test', async () => {
      isPosted.value = false
      try {
        await api.call(testIncomingWebhook, {
          ...{ bot_id: bot.user_id as UserId, integration: tool.name },
          ...(sample.value !== '' && { sample: sample.value }),
        })
        isPosted.value = true
      } finally {
        await onPosted()
      }
    })
  return (
    <section>
      <h4 class="integration-part">{i.tryIt}</h4>
      <form
        class="integration-line is-low"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {tool.samples.length > 1 && (
          <label class="field">
            <span class="label">{r.testSample}</span>
            <select
              value={sample.value || tool.samples[0]}
              onChange={({ currentTarget }) => (sample.value = currentTarget.value)}
            >
              {tool.samples.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="button">
          {i.sendSample}
        </button>
      </form>
      <p class="small" role="status">
        {isPosted.value ? i.sampleArrived : ''}
      </p>
      <Refusal text={actions.problem('test')} />
    </section>
  )
}
