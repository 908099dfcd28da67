import { useSignal } from '@preact/signals'
import { botTypes, type UserId } from '#contract'
import { testOutgoingWebhook } from '../../../src/features/integrations/outgoing-webhooks/api.ts'
import { getWebhookDeliveries } from '../../../src/features/integrations/outgoing-webhooks/deliveries/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { type Loaded, useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Incoming } from './incoming.tsx'
import { toolOf } from './tools.ts'

const fetchDeliveries = async (bot_id: UserId) => (await api.call(getWebhookDeliveries, { bot_id })).deliveries
type List = Awaited<ReturnType<typeof fetchDeliveries>>

interface Props {
  readonly bot: User
  readonly tool: string | undefined
}

export function Deliveries({ bot, tool }: Props) {
  const bot_id = bot.user_id as UserId
  const list = useLoaded(() => fetchDeliveries(bot_id), { everyMs: () => 10_000 })
  return (
    <>
      {bot.bot_type === botTypes.outgoingWebhook ? (
        <>
          <h3 class="integration-name" dir="auto">
            {bot.full_name}
          </h3>
          <OutgoingTest bot={bot} list={list} />
        </>
      ) : (
        <Incoming
          bot={bot}
          tool={tool}
          posting={(list.value ?? []).flatMap(({ integration }) => (toolOf(integration) ? [integration] : []))}
          onPosted={list.reload}
        />
      )}
      <h4 class="integration-part">{r.deliveries}</h4>
      {!list.value ? (
        <Loading problem={list.problem} label={r.loading} />
      ) : list.value.length === 0 ? (
        <p class="soft list-empty">{r.noDeliveries}</p>
      ) : (
        <ul class="records" aria-label={r.lastRequests(bot.full_name)}>
          {list.value.map((one) => (
            <li key={one.id}>
              <div class="record-words">
                <span>
                  <b class={one.succeeded ? 'good' : 'setting-problem'}>
                    {one.left_out ? r.accepted : one.succeeded ? r.succeeded : r.failed}
                  </b>{' '}
                  {timeOf(one.at)}
                </span>
                <span class="soft small">
                  {[
                    one.integration,
                    one.event,
                    one.left_out && r.leftOut[one.left_out],
                    one.is_test && r.isTest,
                    one.status !== null && r.status(one.status),
                    r.ms(one.duration_ms),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {one.problem && (
                  <span class="small" dir="auto">
                    {one.problem}
                  </span>
                )}
                {one.answer && (
                  <details class="small">
                    <summary>{r.answer}</summary>
                    <pre>{one.answer}</pre>
                  </details>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface TestProps {
  readonly bot: User
  readonly list: Loaded<List>
}

function OutgoingTest({ bot, list }: TestProps) {
  const actions = useActions()
  const came = useSignal<Awaited<ReturnType<typeof test>> | undefined>(undefined)
  const test = () => api.call(testOutgoingWebhook, { bot_id: bot.user_id as UserId })
  const { value } = came
  return (
    <div class="integration-test">
      <button
        type="button"
        class="button primary"
        aria-label={r.testOf(bot.full_name)}
        disabled={actions.isBusy('test')}
        onClick={() =>
          actions.run('test', async () => {
            came.value = undefined
            try {
              came.value = await test()
            } finally {
              await list.reload()
            }
          })
        }
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

function said({
  succeeded,
  status,
  duration_ms,
  problem,
  reply,
}: {
  succeeded: boolean
  status: number | null
  duration_ms: number
  problem: string
  reply: string | null
}): string {
  if (!succeeded) return r.testFailed(problem, duration_ms)
  return `${r.testDone(status ?? 0, duration_ms)} ${reply === null ? r.saysNothing : r.wouldSay(reply)}`
}
