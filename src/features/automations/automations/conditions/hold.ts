import { folded, type GroupId, type MessageId, type UserId } from '#contract'
import { wordFinder } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { readableMessageFacts } from '../../../messages/messages/access/readable.ts'
import { isResolved } from '../../../messages/messages/topics.ts'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { quietAt } from '../../../people/quiet-times/quiet-hours-states.ts'
import { accountById } from '../../../people/users/access/new-account.ts'
import { foldedBareTopic } from '../triggers/folded-text.ts'
import { isInTopic } from '../triggers/matches.ts'
import type { StoredCondition } from './input.ts'

interface Text {
  readonly topic: string
  readonly content: string
}

export interface ConditionCause {
  /** Undefined for schedules and webhooks. */
  readonly personId?: UserId | undefined
  readonly messageId?: MessageId
  readonly channel?: Channel
  readonly topic?: string
  /** The message's text, if it's at hand; otherwise it's read if a condition needs it. */
  readonly content?: string
  /** A placeholder's value; absent before the run starts. */
  fieldValue?(field: string): string | undefined
}

/** Evaluates conditions for an event, and reads what they need at most once. */
export class ConditionCheck {
  readonly #mutation: Mutation
  readonly #cause: ConditionCause
  #text: Promise<Text | undefined> | undefined
  #groups: Promise<ReadonlySet<GroupId>> | undefined
  #contains: ((word: string) => boolean) | undefined

  constructor(mutation: Mutation, cause: ConditionCause) {
    this.#mutation = mutation
    this.#cause = cause
  }

  /** Whether all of them hold; their text is folded. */
  async hold(conditions: readonly StoredCondition[]): Promise<boolean> {
    for (const condition of conditions) if (!(await this.#holds(condition))) return false
    return true
  }

  /** Whether each of them holds. */
  async each(conditions: readonly StoredCondition[]): Promise<boolean[]> {
    const results: boolean[] = []
    for (const condition of conditions) results.push(await this.#holds(condition))
    return results
  }

  async #holds(condition: StoredCondition): Promise<boolean> {
    const { org, now } = this.#mutation
    switch (condition.kind) {
      case 'group': {
        const group = org.get(groupsCache).byId.get(condition.group_id as GroupId)
        if (!group || group.deactivated) return false
        return (await this.#groupsOfPerson()).has(group.id) === condition.is_member
      }
      case 'words': {
        const text = await this.#message()
        if (!text) return false
        this.#contains ??= wordFinder(folded(text.content))
        return condition.words.some(this.#contains)
      }
      case 'channel':
        return this.#cause.channel?.id === condition.stream_id
      case 'topic': {
        const topic = this.#cause.topic ?? (await this.#message())?.topic
        return topic !== undefined && isInTopic(condition, foldedBareTopic(topic))
      }
      case 'topic_resolved': {
        const topic = this.#cause.topic ?? (await this.#message())?.topic
        return topic !== undefined && isResolved(topic) === condition.is_resolved
      }
      case 'hours': {
        const { weekdays, from, to, timezone } = condition
        const hours = [{ weekdays: [...weekdays], from, to }]
        return quietAt({ paused_until: null, ended_until: null, hours }, timezone, now.getTime()).until !== null
      }
      case 'field': {
        const value = this.#cause.fieldValue?.(condition.field)
        const isEqual = value !== undefined && folded(value.trim()) === folded(condition.value)
        return isEqual === condition.is_equal
      }
      // checked with the run, because it has to be remembered
      case 'first_time':
        return true
    }
  }

  #message(): Promise<Text | undefined> {
    this.#text ??= this.#readMessage()
    return this.#text
  }

  async #readMessage(): Promise<Text | undefined> {
    const { messageId, topic, content } = this.#cause
    if (topic !== undefined && content !== undefined) return { topic, content }
    if (messageId === undefined) return undefined
    return (await readableMessageFacts(this.#mutation.tx, this.#mutation.org.id, [messageId]))[0]
  }

  #groupsOfPerson(): Promise<ReadonlySet<GroupId>> {
    this.#groups ??= this.#readGroups()
    return this.#groups
  }

  async #readGroups(): Promise<ReadonlySet<GroupId>> {
    const { org } = this.#mutation
    const { personId } = this.#cause
    if (personId === undefined) return new Set()
    const viewer = org.viewer(personId)
    if (viewer) return viewer.groupIds
    const account = await accountById(this.#mutation, personId)
    if (!account) return new Set()
    return org.get(groupsCache).of({ id: account.id, role: account.role, isFullMember: isFullMember(org, account) })
  }
}
