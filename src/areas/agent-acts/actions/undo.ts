import { ApiError, type ChannelId, type MessageId, seconds } from '#contract'
import type { Act } from '#platform/organization'
import type { Context } from '#platform/serve'
import { restoreChannel } from '../../channels/actions/update.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { asking, renderFor, type Text } from '../../messages/actions/compose.ts'
import { updateFlags } from '../../messages/actions/flags.ts'
import {
  bringBack,
  type Obstacle,
  putBackPlace,
  putBackReaction,
  putBackText,
  takeBackMessage,
} from '../../messages/actions/put-back.ts'
import type { EditableFlag } from '../../messages/api/flags.ts'
import { removeReminder } from '../../reminders/actions.ts'
import { deleteScheduledMessage } from '../../scheduled-messages/actions/schedule.ts'
import { administersAgentsOf, concernedBy } from '../access.ts'
import * as api from '../api.ts'
import type { Deed } from '../deed.ts'
import { present } from '../present.ts'
import * as store from '../store.ts'

/** Rendered earlier texts. Rendering is slow, so it happens before the transaction. */
type Texts = ReadonlyMap<string, Text>

async function textsOf({ org }: Context, rows: readonly store.Stored[]): Promise<Texts> {
  const texts = new Map<string, Text>()
  for (const row of rows) {
    const viewer = org.viewer(row.user_id)
    if (!viewer) continue
    for (const deed of row.deeds ?? []) {
      if (deed.kind !== 'edit' || texts.has(deed.before)) continue
      const rendered = await renderFor(asking(org, viewer), deed.before)
      texts.set(deed.before, { content: deed.before, rendered })
    }
  }
  return texts
}

class Undoing {
  readonly #act: Act
  readonly #texts: Texts
  /** Current channels: mirrors show the state before this transaction. */
  readonly #channels = new Map<ChannelId, Channel>()
  readonly conflicts: object[] = []

  constructor(act: Act, texts: Texts) {
    this.#act = act
    this.#texts = texts
  }

  async undo(row: store.Stored): Promise<void> {
    const act = this.#act
    for (const deed of [...(row.deeds ?? [])].reverse()) {
      const reason = await this.#undoDeed(row, deed)
      if (reason) this.conflicts.push({ act_id: row.id, kind: deed.kind, reason, ...placeOf(deed) })
    }
    const undone = await store.markUndone(act.tx, row.id, act.viewer.id, act.now)
    act.emit(api.agentActUndone, { act: present(undone) }, concernedBy(act.org, row.user_id))
  }

  async #undoDeed(row: store.Stored, deed: Deed): Promise<Obstacle | undefined> {
    const act = this.#act
    switch (deed.kind) {
      case 'message':
        return takeBackMessage(act, deed.id, deed.hash)
      case 'edit': {
        const text = this.#texts.get(deed.before)
        return text ? putBackText(act, deed.id, deed.hash, text) : 'deactivated'
      }
      case 'move':
        return putBackPlace(act, deed)
      case 'deletion':
        return bringBack(act, deed.ids)
      case 'reaction':
        return putBackReaction(act, deed)
      case 'flags':
        return this.#flags(row, deed)
      case 'channel':
        return this.#channel(deed)
      case 'scheduled_message':
        return refused(() => act.as(row.user_id, () => deleteScheduledMessage(act, deed.id)))
      default:
        return (await removeReminder(act, row.user_id, deed.id)) ? undefined : 'changed'
    }
  }

  /** Reverses flags as the person that they belong to; those changed back since stay as they are. */
  #flags(row: store.Stored, { flag, op, ids }: Deed & { kind: 'flags' }): Promise<Obstacle | undefined> {
    const act = this.#act
    const other = op === 'add' ? 'remove' : 'add'
    return refused(() => act.as(row.user_id, () => updateFlags(act, [...ids], other, flag as EditableFlag)))
  }

  async #channel({ id, before, after }: Deed & { kind: 'channel' }): Promise<Obstacle | undefined> {
    const act = this.#act
    const channels = act.get(channelsMirror)
    const current = this.#channels.get(id) ?? channels.byId.get(id)
    if (!current) return 'deleted'
    const names = Object.keys(after) as (keyof Channel)[]
    if (names.some((name) => JSON.stringify(current[name]) !== JSON.stringify(after[name]))) return 'changed'
    const other = before.name === undefined ? undefined : channels.named(before.name)
    if (other && other.id !== id) return 'changed'
    this.#channels.set(id, { ...current, ...before })
    await restoreChannel(act, current, before)
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

function placeOf(deed: Deed): { message_id?: MessageId } {
  if (deed.kind === 'message' || deed.kind === 'edit') return { message_id: deed.id }
  if (deed.kind === 'reaction') return { message_id: deed.messageId }
  const first = 'ids' in deed ? deed.ids[0] : undefined
  return first === undefined ? {} : { message_id: first }
}

function checkUndoable(row: store.Stored, now: Date): void {
  if (row.undone_at) throw api.undoneAlready()
  if (seconds(now) >= seconds(row.at) + api.undoableSecs) throw api.undoTooLate()
  if (!row.deeds) throw api.notUndoable()
}

/** Undoes everything or nothing; throws with all conflicts. */
async function undoAll(act: Act, rows: readonly store.Stored[], texts: Texts): Promise<void> {
  const undoing = new Undoing(act, texts)
  for (const row of rows) await undoing.undo(row)
  const { conflicts } = undoing
  if (conflicts.length > 0) throw api.newerThanAct({ conflicts })
}

export async function undoOne(ctx: Context, id: number): Promise<void> {
  const wanted = { ids: [id], limit: 1 }
  const texts = await textsOf(ctx, await ctx.read((tx) => store.list(tx, ctx.org.id, wanted)))
  await ctx.write(async (act) => {
    const [row] = await store.list(act.tx, act.org.id, wanted)
    if (!row || !administersAgentsOf(act.org, act.viewer, row.user_id)) throw api.noSuchAct()
    checkUndoable(row, act.now)
    await undoAll(act, [row], texts)
  })
}

type Selected = Pick<store.Wanted, 'requestId' | 'tokenId' | 'since'>

/** Skips actions that were undone already; returns those that can't be undone. */
export async function undoSeveral(ctx: Context, selected: Selected): Promise<{ undone: number[]; left: number[] }> {
  const wanted = { ...selected, limit: api.mostUndone + 1 }
  const texts = await textsOf(ctx, await ctx.read((tx) => store.list(tx, ctx.org.id, wanted)))
  return ctx.write(async (act) => {
    const all = await store.list(act.tx, act.org.id, wanted)
    const rows = all.filter(({ user_id }) => administersAgentsOf(act.org, act.viewer, user_id))
    if (rows.length === 0) throw api.noSuchAct()
    if (all.length > api.mostUndone) throw api.tooManyActs()
    const open = rows.filter(({ undone_at }) => !undone_at)
    const oldest = seconds(act.now) - api.undoableSecs
    const isUndoable = ({ deeds, at }: store.Stored) => deeds !== null && seconds(at) > oldest
    const undone = open.filter(isUndoable)
    await undoAll(act, undone, texts)
    const idsOf = (some: readonly store.Stored[]) => some.map(({ id }) => id)
    return { undone: idsOf(undone), left: idsOf(open.filter((row) => !isUndoable(row))) }
  })
}
