import { asChannelId } from '#contract'
import {
  type Approver,
  approvers,
  changeAgentPolicy,
  getAgentPolicy,
  type AgentPolicy as Policy,
  reasons,
} from '../../../src/features/integrations/agents/requests/api.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { channels } from '../../store/channels.ts'
import { agents as t } from '../../texts/agents.ts'
import { api } from '../../transport/api.ts'
import { ChannelSelect } from '../organization/channel-select.tsx'

export function AgentPolicy() {
  const actions = useActions()
  const loaded = useLoaded(async () => (await api.call(getAgentPolicy, {})).policy as Policy, {
    types: ['agent_policy'],
  })
  const policy = loaded.value
  if (!policy) return <Refusal text={loaded.problem} />
  const change = (asked: Partial<Policy>) =>
    actions.run('policy', async () => {
      await api.call(changeAgentPolicy, asked).finally(loaded.reload)
    })
  const named = new Set<number>(policy.channel_ids)
  return (
    <section class="agent-policy">
      <h3>{t.policy}</h3>
      <Refusal text={actions.problem('policy')} />
      {reasons.map((reason) => (
        <label key={reason} class="field">
          <span class="label">{t.rules[reason]}</span>
          <select
            value={policy[reason]}
            onChange={({ currentTarget }) => change({ [reason]: currentTarget.value as Approver })}
          >
            {approvers.map((one) => (
              <option key={one} value={one}>
                {t.by[one]}
              </option>
            ))}
          </select>
        </label>
      ))}
      <p class="label">{t.alsoFor}</p>
      <ul class="list-of" aria-label={t.alsoFor}>
        {policy.channel_ids.map((id) => {
          const name = channels.value.get(id)?.name ?? String(id)
          return (
            <li key={id}>
              <div class="list-row">
                <div class="list-words" dir="auto">
                  #{name}
                </div>
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => change({ channel_ids: policy.channel_ids.filter((one) => one !== id) })}
                >
                  {t.remove(name)}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
      <ChannelSelect
        label={t.add}
        fits={({ stream_id }) => !named.has(stream_id)}
        choose={(id) => change({ channel_ids: [...policy.channel_ids, asChannelId(id)] })}
      />
    </section>
  )
}
