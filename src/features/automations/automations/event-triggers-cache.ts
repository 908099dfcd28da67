import { asGroupId, type ChannelId, type GroupId } from '#contract'
import { cache } from '#platform/organization'
import type { Channel } from '../../channels/channels/channel.ts'
import type { SlashCommandFacts } from '../../messages/slash-commands/states.ts'
import { push } from '../../people/groups/group.ts'
import { automationAdded, automationRemoved, automationUpdated } from './api.ts'
import type { StoredCondition } from './conditions/input.ts'
import * as store from './store.ts'
import { withFoldedText } from './triggers/folded-text.ts'
import type { StoredTrigger } from './triggers/input.ts'

export interface Listener<T = StoredTrigger> {
  readonly automationId: number
  readonly trigger: T
}
export type MessageListener = Listener<Extract<StoredTrigger, { kind: 'message' }>>
export type ReactionListener = Listener<Extract<StoredTrigger, { kind: 'reaction' }>>

const none: readonly never[] = []

class ByChannel<T> {
  readonly #lists = new Map<ChannelId | 'public', T[]>()

  listenersIn({ id, isPrivate }: Pick<Channel, 'id' | 'isPrivate'>): readonly T[] {
    if (this.#lists.size === 0) return none
    const own = this.#lists.get(id) ?? none
    const others = isPrivate ? none : (this.#lists.get('public') ?? none)
    return others.length === 0 ? own : [...own, ...others]
  }

  add(place: ChannelId | 'public', one: T): void {
    const list = this.#lists.get(place)
    if (list) list.push(one)
    else this.#lists.set(place, [one])
  }

  clear(): void {
    this.#lists.clear()
  }
}

export type AutomationCommand = SlashCommandFacts & { readonly automation_id: number }

/** The command of an automation; undefined if it has none or is turned off. */
export function commandOf(row: store.StoredTriggerRow): AutomationCommand | undefined {
  const { id, name, channel_id, trigger, is_enabled } = row
  if (!is_enabled || trigger.kind !== 'manual') return undefined
  const { command, hint } = trigger
  return { automation_id: id, bot_id: null, command, name, hint, stream_id: channel_id }
}

/** Enabled automations with an event trigger, in memory because every message is matched against them. */
class EventTriggers {
  readonly messages = new ByChannel<MessageListener>()
  readonly reactions = new ByChannel<ReactionListener>()
  readonly joins = new ByChannel<Listener>()
  readonly resolves = new ByChannel<Listener>()
  readonly groupJoins = new Map<GroupId, Listener[]>()
  readonly groupLeaves = new Map<GroupId, Listener[]>()
  /** For people who join the organization. */
  readonly arrivals: Listener[] = []
  /** By name, without the slash. */
  readonly commands = new Map<string, AutomationCommand>()
  readonly #byId = new Map<number, store.StoredTriggerRow>()

  commandById(id: number): AutomationCommand | undefined {
    const row = this.#byId.get(id)
    return row && commandOf(row)
  }

  /** With folded text. */
  conditionsOf(id: number): readonly StoredCondition[] {
    return this.#byId.get(id)?.conditions ?? none
  }

  change(changed: readonly store.StoredTriggerRow[], removed: readonly number[]): void {
    for (const row of changed) {
      if (row.is_enabled && row.trigger.kind !== 'schedule' && row.trigger.kind !== 'webhook')
        this.#byId.set(row.id, {
          ...row,
          trigger: withFoldedText(row.trigger),
          conditions: row.conditions.map(withFoldedText),
        })
      else this.#byId.delete(row.id)
    }
    for (const id of removed) this.#byId.delete(id)
    this.messages.clear()
    this.reactions.clear()
    this.joins.clear()
    this.resolves.clear()
    this.groupJoins.clear()
    this.groupLeaves.clear()
    this.arrivals.length = 0
    this.commands.clear()
    for (const row of this.#byId.values()) {
      const { id: automationId, channel_id, trigger } = row
      const command = commandOf(row)
      if (command) this.commands.set(command.command, command)
      if (trigger.kind === 'joined_organization') this.arrivals.push({ automationId, trigger })
      if (trigger.kind === 'joined_group') push(this.groupJoins, asGroupId(trigger.group_id), { automationId, trigger })
      if (trigger.kind === 'left_group') push(this.groupLeaves, asGroupId(trigger.group_id), { automationId, trigger })
      if (!('stream_id' in trigger)) continue
      const place = channel_id ?? trigger.stream_id ?? 'public'
      if (trigger.kind === 'reaction') this.reactions.add(place, { automationId, trigger })
      else if (trigger.kind === 'joined_channel') this.joins.add(place, { automationId, trigger })
      else if (trigger.kind === 'topic_resolved') this.resolves.add(place, { automationId, trigger })
      else this.messages.add(place, { automationId, trigger })
    }
  }
}

export const eventTriggersCache = cache<EventTriggers>({
  name: 'automation triggers',
  async load(tx, orgId) {
    const triggers = new EventTriggers()
    triggers.change(await store.triggers(tx, orgId), [])
    return triggers
  },
}).on([automationAdded, automationUpdated, automationRemoved], (triggers, events) => () => {
  for (const { op, payload } of events) {
    if (op === 'remove') triggers.change([], [payload.automation_id])
    else {
      const { automation_id: id, name, stream_id: channel_id, trigger, conditions, is_enabled } = payload.automation
      triggers.change([{ id, name, channel_id, trigger, conditions, is_enabled }], [])
    }
  }
})
