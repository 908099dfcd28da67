import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { testOutgoingWebhook } from '../../../src/features/integrations/outgoing-webhooks/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const test = (bot: User) => api.call(testOutgoingWebhook, { bot_id: bot.user_id as UserId })
type Outcome = Awaited<ReturnType<typeof test>>

interface Props {
  readonly bot: User
  onTested(): Promise<void>
}

/** Posts a sample to the webhook, and shows the response. */
export function OutgoingTest({ bot, onTested }: Props) {
  const actions = useActions()
  const outcome = useSignal<Outcome | undefined>(undefined)
  const { value } = outcome
  const run = () =>
    actions.run('test', async () => {
      outcome.value = undefined
      try {
        outcome.value = await test(bot)
      } finally {
        await onTested()
      }
    })
  return (
    <div class="integration-test">
      <button
        type="button"
        class="button"
        aria-label={r.testOf(bot.full_name)}
        // not disabled while it runs, because that moves the focus away
        onClick={() => {
          if (!actions.isBusy('test')) run()
        }}
      >
        {r.test}
      </button>
      <p role="status" class={value && !value.succeeded ? 'setting-problem' : ''}>
        {actions.isBusy('test') ? r.testing : value && said(value)}
      </p>
      <Refusal text={actions.problem('test')} />
    </div>
  )
}

function said({ succeeded, status, duration_ms, problem, reply }: Outcome): string {
  if (!succeeded) return r.testFailed(problem, duration_ms)
  return `${r.testDone(status ?? 0, duration_ms)} ${reply === null ? r.saysNothing : r.wouldSay(reply)}`
}
