import type { UserId } from '#contract'
import { getWebhookDeliveries } from '../../../src/features/integrations/outgoing-webhooks/deliveries/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { timeOf } from '../../controls/day.ts'
import { type Loaded, useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const fetchRequests = async (bot_id: UserId) => (await api.call(getWebhookDeliveries, { bot_id })).deliveries
export type RequestList = Loaded<Awaited<ReturnType<typeof fetchRequests>>>

export const useRequests = (bot: User): RequestList =>
  useLoaded(() => fetchRequests(bot.user_id as UserId), { everyMs: () => 10_000 })

/** The latest requests to or from a webhook bot. */
export const RecentRequests = ({ bot, list }: { bot: User; list: RequestList }) => (
  <>
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
