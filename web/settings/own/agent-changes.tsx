import { list } from 'messages:format'
import { useSignal } from '@preact/signals'
import {
  type AgentChange,
  getAgentChanges,
  undoAgentChange,
} from '../../../src/features/integrations/agents/changes/api.ts'
import { type Actions, Refusal, useActions } from '../../controls/actions.tsx'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { amAdministrator } from '../../controls/own-role.ts'
import { channelNarrow } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { agents as t } from '../../texts/agents.ts'
import { api } from '../../transport/api.ts'
import { nameOf } from './agent-requests.tsx'

const shownAtFirst = 20

export function AgentChanges() {
  const everyone = useSignal(false)
  const shown = useSignal(shownAtFirst)
  const actions = useActions()
  const parameters = { limit: Math.min(shown.value, 100), ...(everyone.value ? { everyone: true } : {}) }
  const all = useLoaded(async () => await api.call(getAgentChanges, parameters), {
    types: ['agent_act'],
    key: `${everyone.value} ${shown.value}`,
  })
  const acts = all.value?.acts as AgentChange[] | undefined
  return (
    <section>
      <h3>{t.acts}</h3>
      {amAdministrator() && (
        <label class="agent-everyone">
          <input
            type="checkbox"
            checked={everyone.value}
            onChange={({ currentTarget }) => (everyone.value = currentTarget.checked)}
          />
          {t.everyone}
        </label>
      )}
      <Refusal text={all.problem} />
      {acts?.length === 0 && <p class="soft list-empty">{t.none}</p>}
      {acts && acts.length > 0 && (
        <ul class="list-of agent-changes" aria-label={t.acts}>
          {acts.map((one) => (
            <li key={one.id}>
              <Row act={one} actions={actions} undone={all.reload} />
            </li>
          ))}
        </ul>
      )}
      {all.value?.has_more && shown.value < 100 && (
        <button type="button" class="button" onClick={() => (shown.value += 40)}>
          {t.more}
        </button>
      )}
    </section>
  )
}

/** A summary of what was done, or else the API call's name. */
function textOf({ deeds, operation }: AgentChange): string {
  const counts = new Map<string, number>()
  for (const { kind, count } of deeds) counts.set(kind, (counts.get(kind) ?? 0) + count)
  const parts = [...counts].flatMap(([kind, count]) => t.kinds[kind]?.(count) ?? [])
  return parts.length > 0 ? list(parts) : operation
}

function whereOf({ deeds, undone_at }: AgentChange): string | undefined {
  if (undone_at !== null) return undefined
  for (const { kind, message_id, stream_id } of deeds) {
    if (message_id !== undefined && kind !== 'deletion')
      return hrefOfNarrow([{ operator: 'with', operand: message_id }], message_id)
    if (stream_id !== undefined) return hrefOfNarrow(channelNarrow(stream_id))
  }
  return undefined
}

interface Props {
  readonly act: AgentChange
  readonly actions: Actions
  undone(): Promise<void>
}

function Row({ act, actions, undone }: Props) {
  const { id: act_id, agent, user_id, time, undo_until, undone_at, undone_by } = act
  const what = textOf(act)
  const where = whereOf(act)
  const isUndoable = undo_until !== null && undo_until * 1000 > Date.now()
  const undo = () =>
    actions.run(act_id, async () => {
      await api.call(undoAgentChange, { act_id })
      await undone()
    })
  return (
    <>
      <div class="list-row">
        <div class="list-words">
          <b dir="auto">{t.agentAndPerson(agent, nameOf(user_id))}</b>
          <p dir="auto">
            {where === undefined ? (
              what
            ) : (
              <a class="plain" href={where}>
                {what}
              </a>
            )}
          </p>
          <p class="soft small">
            {timeOf(time)}
            {undone_at !== null && undone_by !== null && ` · ${t.undone(nameOf(undone_by), timeOf(undone_at))}`}
          </p>
        </div>
        {isUndoable && (
          <button
            type="button"
            class="button"
            disabled={actions.isBusy(act_id)}
            aria-label={t.undoOf(what, agent)}
            onClick={undo}
          >
            {t.undo}
          </button>
        )}
      </div>
      <Refusal text={actions.problem(act_id)} />
    </>
  )
}
