import { dayMs, type Endpoint } from '#contract'
import { saidBy } from '#platform/events'
import type { Mutation, Organization } from '#platform/organization'
import { remindersAdded } from '../../../../messages/reminders/api.ts'
import { scheduledMessagesAdded } from '../../../../messages/scheduled-messages/api.ts'
import { withBotOwner } from '../../../../people/users/cache.ts'

import { type AgentAction, serializeAction } from '../agent-action.ts'
import * as api from '../api.ts'
import { serialize } from '../serialize.ts'
import * as store from '../store.ts'

/** In characters. Actions with more data can't be undone. */
const maxKept = 1_000_000

/** Scheduled messages and reminders created in this transaction, from its events. */
function plannedIn(mutation: Mutation): AgentAction[] {
  return mutation.emitted.flatMap((entry) => [
    ...(saidBy(scheduledMessagesAdded, entry)?.scheduled_messages ?? []).map(
      ({ scheduled_message_id: id }): AgentAction => ({ kind: 'scheduled_message', id }),
    ),
    ...(saidBy(remindersAdded, entry)?.reminders ?? []).map(
      ({ reminder_id: id }): AgentAction => ({ kind: 'reminder', id }),
    ),
  ])
}

export async function recordChange(mutation: Mutation, { method, path }: Endpoint): Promise<void> {
  const { tx, org, now, agent, viewer } = mutation
  if (!agent) return
  const deeds = [...(agent.deeds as AgentAction[]), ...plannedIn(mutation)]
  const fits = deeds.length > 0 && JSON.stringify(deeds).length <= maxKept
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id: viewer.id,
    token_id: agent.tokenId,
    agent: agent.name,
    request_id: agent.requestId,
    operation: `${method} ${path}`,
    at: now,
    summary: deeds.slice(0, 20).map(serializeAction),
    deeds: fits ? deeds : null,
    undone_at: null,
    undone_by: null,
  })
  mutation.emit(api.agentChanged, { act: serialize(row) }, withBotOwner(org, viewer.id))
}

const atOnce = 1_000

/** Removes undo data of actions that are too old to undo, and actions older than the audit log keeps. */
export async function forgetOld(org: Organization, keptDays: number): Promise<void> {
  const now = org.now().getTime()
  await org.db.transaction((tx) => store.forgetActions(tx, org.id, new Date(now - api.undoableSecs * 1000)))
  const before = new Date(now - keptDays * dayMs)
  while ((await org.db.transaction((tx) => store.removeOlder(tx, org.id, before, atOnce))) === atOnce);
}
