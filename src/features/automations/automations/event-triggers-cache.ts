import { type ChannelId, folded, foldedTopic } from '#contract'
import { cache } from '#platform/organization'
import type { Channel } from '../../channels/channels/channel.ts'
import { bareTopic } from '../../messages/messages/topics.ts'
import { automationAdded, automationRemoved, automationUpdated } from './api.ts'
import type { SlashCommandFacts } from './states.ts'
import * as store from './store.ts'
import type { StoredTrigger } from './triggers/input.ts'

type EventTrigger = Exclude<StoredTrigger, { kind: 'schedule' | 'manual' }>
interface Listener<T> {
  readonly automationId: number
  readonly trigger: T
}
export type MessageListener = Listener<Extract<EventTrigger, { kind: 'message' }>>
export type ReactionListener = Listener<Extract<EventTrigger, { kind: 'reaction' }>>
type JoinListener = Listener<Extract<EventTrigger, { kind: 'joined_channel' }>>
type ResolveListener = Listener<Extract<EventTrigger, { kind: 'topic_resolved' }>>

const none: readonly never[] = []

export const comparedTopic = (topic: string): string => foldedTopic(bareTopic(topic))

/** The trigger with its topic and words folded, as messages are compared. */
const comparable = (trigger: StoredTrigger): StoredTrigger =>
  trigger.kind === 'message'
    ? {
        ...trigger,
        topic: trigger.topic === null ? null : comparedTopic(trigger.topic),
        words: trigger.words.map(folded),
      }
    : trigger

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

/** The command of an automation; undefined if it has none or is turned off. */
export function commandOf(row: store.StoredTriggerRow): SlashCommandFacts | undefined {
  const { id, name, channel_id, trigger, is_enabled } = row
  if (!is_enabled || trigger.kind !== 'manual') return undefined
  const { command, hint } = trigger
  return { automation_id: id, command, name, hint, stream_id: channel_id }
}

/** Enabled automations with an event trigger, in memory because every message is matched against them. */
class EventTriggers {
  readonly messages = new ByChannel<MessageListener>()
  readonly reactions = new ByChannel<ReactionListener>()
  readonly joins = new ByChannel<JoinListener>()
  readonly resolves = new ByChannel<ResolveListener>()
  /** By name, without the slash. */
  readonly commands = new Map<string, SlashCommandFacts>()
  readonly #byId = new Map<number, store.StoredTriggerRow>()

  commandById(id: number): SlashCommandFacts | undefined {
    const row = this.#byId.get(id)
    return row && commandOf(row)
  }

  change(changed: readonly store.StoredTriggerRow[], removed: readonly number[]): void {
    for (const one of changed) {
      if (one.is_enabled && one.trigger.kind !== 'schedule')
        this.#byId.set(one.id, { ...one, trigger: comparable(one.trigger) })
      else this.#byId.delete(one.id)
    }
    for (const id of removed) this.#byId.delete(id)
    this.messages.clear()
    this.reactions.clear()
    this.joins.clear()
    this.resolves.clear()
    this.commands.clear()
    for (const row of this.#byId.values()) {
      const { id: automationId, channel_id, trigger } = row
      const command = commandOf(row)
      if (command) this.commands.set(command.command, command)
      if (trigger.kind === 'schedule' || trigger.kind === 'manual') continue
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
      const { automation_id: id, name, stream_id: channel_id, trigger, is_enabled } = payload.automation
      triggers.change([{ id, name, channel_id, trigger, is_enabled }], [])
    }
  }
})
