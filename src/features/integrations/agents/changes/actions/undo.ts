import { ApiError, type ChannelId, type MessageId, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Context } from '#platform/serve'
import { restoreChannel } from '../../../../channels/channels/actions/update.ts'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { composeContext, renderFor, type Text } from '../../../../messages/messages/actions/compose.ts'
import { updateFlags } from '../../../../messages/messages/actions/flags.ts'
import {
  bringBack,
  type Obstacle,
  putBackPlace,
  putBackReaction,
  putBackText,
  takeBackMessage,
} from '../../../../messages/messages/actions/put-back.ts'
import type { EditableFlag } from '../../../../messages/messages/api/flags.ts'
import { removeReminder } from '../../../../messages/reminders/actions.ts'
import { deleteScheduledMessage } from '../../../../messages/scheduled-messages/actions/schedule.ts'
import { checkNotRestricted } from '../../../../people/restrictions/access.ts'
import { withBotOwner } from '../../../../people/users/cache.ts'
import { administersAgentsOf } from '../access.ts'
import type { AgentAction } from '../agent-action.ts'
import * as api from '../api.ts'
import { serialize } from '../serialize.ts'
import * as store from '../store.ts'

/** Rendered earlier texts. Rendering is slow, so it happens before the transaction. */
type Texts = ReadonlyMap<string, Text>

async function textsOf({ org }: Context, rows: readonly store.Stored[]): Promise<Texts> {
  const texts = new Map<string, Text>()
  for (const row of rows) {
    const viewer = org.viewer(row.user_id)
    if (!viewer) continue
    for (const action of row.deeds ?? []) {
      if (action.kind !== 'edit' || texts.has(action.before)) continue
      const rendered = await renderFor(composeContext(org, viewer), action.before)
      texts.set(action.before, { content: action.before, rendered })
    }
  }
  return texts
}

class Undoing {
  readonly #mutation: Mutation
  readonly #texts: Texts
  /** Current channels: caches show the state before this transaction. */
  readonly #channels = new Map<ChannelId, Channel>()
  readonly conflicts: object[] = []

  constructor(mutation: Mutation, texts: Texts) {
    this.#mutation = mutation
    this.#texts = texts
  }

  async undo(row: store.Stored): Promise<void> {
    const mutation = this.#mutation
    for (const action of [...(row.deeds ?? [])].reverse()) {
      const reason = await this.#undoAction(row, action)
      if (reason) this.conflicts.push({ act_id: row.id, kind: action.kind, reason, ...placeOf(action) })
    }
    const undone = await store.markUndone(mutation.tx, row.id, mutation.viewer.id, mutation.now)
    mutation.emit(api.agentChangeUndone, { act: serialize(undone) }, withBotOwner(mutation.org, row.user_id))
  }

  async #undoAction(row: store.Stored, action: AgentAction): Promise<Obstacle | undefined> {
    const mutation = this.#mutation
    switch (action.kind) {
      case 'message':
        return takeBackMessage(mutation, action.id, action.hash)
      case 'edit': {
        const text = this.#texts.get(action.before)
        return text ? putBackText(mutation, action.id, action.hash, text) : 'deactivated'
      }
      case 'move':
        return putBackPlace(mutation, action)
      case 'deletion':
        return bringBack(mutation, action.ids)
      case 'reaction':
        return putBackReaction(mutation, action)
      case 'flags':
        return this.#flags(row, action)
      case 'channel':
        return this.#channel(action)
      case 'scheduled_message':
        return refused(() => mutation.as(row.user_id, () => deleteScheduledMessage(mutation, action.id)))
      default:
        return (await removeReminder(mutation, row.user_id, action.id)) ? undefined : 'changed'
    }
  }

  /** Reverses flags as the person that they belong to; those changed back since stay as they are. */
  #flags(row: store.Stored, { flag, op, ids }: AgentAction & { kind: 'flags' }): Promise<Obstacle | undefined> {
    const mutation = this.#mutation
    const other = op === 'add' ? 'remove' : 'add'
    return refused(() => mutation.as(row.user_id, () => updateFlags(mutation, [...ids], other, flag as EditableFlag)))
  }

  async #channel({ id, before, after }: AgentAction & { kind: 'channel' }): Promise<Obstacle | undefined> {
    const mutation = this.#mutation
    checkNotRestricted(mutation, { in: 'elsewhere' })
    const channels = mutation.get(channelsCache)
    const current = this.#channels.get(id) ?? channels.byId.get(id)
    if (!current) return 'deleted'
    const names = Object.keys(after) as (keyof Channel)[]
    if (names.some((name) => JSON.stringify(current[name]) !== JSON.stringify(after[name]))) return 'changed'
    const other = before.name === undefined ? undefined : channels.named(before.name)
    if (other && other.id !== id) return 'changed'
    this.#channels.set(id, { ...current, ...before })
    await restoreChannel(mutation, current, before)
  }
}

/** If the person can no longer do it, something has changed since. */
async function refused(work: () => Promise<unknown>): Promise<Obstacle | undefined> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return 'changed'
  }
}

function placeOf(action: AgentAction): { message_id?: MessageId } {
  if (action.kind === 'message' || action.kind === 'edit') return { message_id: action.id }
  if (action.kind === 'reaction') return { message_id: action.messageId }
  const first = 'ids' in action ? action.ids[0] : undefined
  return first === undefined ? {} : { message_id: first }
}

function checkUndoable(row: store.Stored, now: Date): void {
  if (row.undone_at) throw api.undoneAlready()
  if (seconds(now) >= seconds(row.at) + api.undoableSecs) throw api.undoTooLate()
  if (!row.deeds) throw api.notUndoable()
}

/** Undoes everything or nothing; throws with all conflicts. */
async function undoAll(mutation: Mutation, rows: readonly store.Stored[], texts: Texts): Promise<void> {
  const undoing = new Undoing(mutation, texts)
  for (const row of rows) await undoing.undo(row)
  const { conflicts } = undoing
  if (conflicts.length > 0) throw api.changedSince({ conflicts })
}

export async function undoOne(ctx: Context, id: number): Promise<void> {
  const wanted = { ids: [id], limit: 1 }
  const texts = await textsOf(ctx, await ctx.read((tx) => store.list(tx, ctx.org.id, wanted)))
  await ctx.transact(async (mutation) => {
    const [row] = await store.list(mutation.tx, mutation.org.id, wanted)
    if (!row || !administersAgentsOf(mutation.org, mutation.viewer, row.user_id)) throw api.noSuchChange()
    checkUndoable(row, mutation.now)
    await undoAll(mutation, [row], texts)
  })
}

type Selected = Pick<store.Wanted, 'requestId' | 'tokenId' | 'since'>

/** Skips actions that were undone already; returns those that can't be undone. */
export async function undoSeveral(ctx: Context, selected: Selected): Promise<{ undone: number[]; left: number[] }> {
  const wanted = { ...selected, limit: api.maxUndone + 1 }
  const texts = await textsOf(ctx, await ctx.read((tx) => store.list(tx, ctx.org.id, wanted)))
  return ctx.transact(async (mutation) => {
    const all = await store.list(mutation.tx, mutation.org.id, wanted)
    const rows = all.filter(({ user_id }) => administersAgentsOf(mutation.org, mutation.viewer, user_id))
    if (rows.length === 0) throw api.noSuchChange()
    if (all.length > api.maxUndone) throw api.tooManyChanges()
    const open = rows.filter(({ undone_at }) => !undone_at)
    const oldest = seconds(mutation.now) - api.undoableSecs
    const isUndoable = ({ deeds, at }: store.Stored) => deeds !== null && seconds(at) > oldest
    const undone = open.filter(isUndoable)
    await undoAll(mutation, undone, texts)
    const idsOf = (some: readonly store.Stored[]) => some.map(({ id }) => id)
    return { undone: idsOf(undone), left: idsOf(open.filter((row) => !isUndoable(row))) }
  })
}
