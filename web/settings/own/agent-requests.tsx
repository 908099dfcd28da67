import {
  type AgentRequest,
  approveAgentRequest,
  getAgentRequests,
  refuseAgentRequest,
} from '../../../src/features/integrations/agents/requests/api.ts'
import { type Actions, Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { person } from '../../store/people.ts'
import { agents as t } from '../../texts/agents.ts'
import { api } from '../../transport/api.ts'

export const nameOf = (id: number): string => person(id)?.full_name ?? String(id)

export function AgentRequests() {
  const actions = useActions()
  const all = useLoaded(async () => (await api.call(getAgentRequests, {})).requests as AgentRequest[], {
    types: ['agent_request'],
  })
  const waiting = all.value?.filter(({ state }) => state === 'waiting') ?? []
  const others = all.value?.filter(({ state }) => state !== 'waiting') ?? []
  return (
    <section>
      <h3>{t.waiting}</h3>
      <Refusal text={all.problem} />
      {all.value && waiting.length === 0 && <p class="soft list-empty">{t.nothingWaits}</p>}
      {waiting.length > 0 && (
        <ul class="list-of agent-requests" aria-label={t.waiting}>
          {waiting.map((one) => (
            <li key={one.id}>
              <Waiting request={one} actions={actions} decided={all.reload} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details>
          <summary>{t.decided}</summary>
          <ul class="list-of" aria-label={t.decided}>
            {others.map((one) => (
              <li key={one.id}>
                <div class="list-row">
                  <Words request={one} />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface Props {
  readonly request: AgentRequest
  readonly actions: Actions
  decided(): Promise<void>
}

function Waiting({ request, actions, decided }: Props) {
  const { id: request_id, agent } = request
  const decide = (endpoint: typeof approveAgentRequest | typeof refuseAgentRequest) =>
    actions.run(request_id, async () => {
      await api.call(endpoint, { request_id })
      await decided()
    })
  const isBusy = actions.isBusy(request_id)
  return (
    <>
      <div class="list-row">
        <Words request={request} />
        <button
          type="button"
          class="button primary"
          disabled={isBusy}
          aria-label={`${t.approve}: ${agent}`}
          onClick={() => decide(approveAgentRequest)}
        >
          {t.approve}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          aria-label={`${t.refuse}: ${agent}`}
          onClick={() => decide(refuseAgentRequest)}
        >
          {t.refuse}
        </button>
      </div>
      <Refusal text={actions.problem(request_id)} />
    </>
  )
}

function Words({ request }: { request: AgentRequest }) {
  const { agent, user_id, operation, params, reason, state, expires_at, time, problem } = request
  const lines = [operation, ...Object.entries(params).map(([name, value]) => `${name}: ${value}`)]
  const isWaiting = state === 'waiting'
  return (
    <div class="list-words">
      <b dir="auto">{t.agentAndPerson(agent, nameOf(user_id))}</b>
      <p class="soft small">
        {isWaiting
          ? `${t.reasons[reason] ?? reason} · ${t.until(timeOf(expires_at))}`
          : `${t.states[state]} · ${timeOf(time)}`}
      </p>
      {problem !== null && <p class="soft small">{problem}</p>}
      <pre class="agent-params" dir="auto">
        {lines.join('\n')}
      </pre>
    </div>
  )
}
