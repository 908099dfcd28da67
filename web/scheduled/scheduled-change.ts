import type { ScheduledMessage } from '../../src/features/messages/scheduled-messages/api.ts'
import type { NamedTime } from '../compose/later/when-field.tsx'
import { conversationOfTarget, isTarget, type Target, targetKey } from '../narrow/target.ts'
import { localValue } from '../parts/later-times.ts'

export interface Version {
  readonly text: string
  readonly target: Target
  /** UNIX seconds. */
  readonly at: number
  readonly failed: boolean
}

/** An edit of a scheduled message, and the version it's based on. */
export interface Change {
  readonly before: Version
  readonly text: string
  readonly target: Target
  readonly time: NamedTime
  /** The version saved elsewhere, if it conflicts with this edit. */
  readonly other?: Version
}

export function versionOf(one: ScheduledMessage): Version {
  const { type, to, topic, content, scheduled_delivery_timestamp, failed } = one
  const target: Target =
    type === 'private'
      ? { kind: 'direct', userIds: Array.isArray(to) ? to : [to] }
      : { kind: 'topic', channelId: Array.isArray(to) ? to[0] : to, topic: topic ?? '' }
  return { text: content, target, at: scheduled_delivery_timestamp, failed }
}

/** A version's time; a failed one needs a new time. */
export const timeOf = ({ at, failed }: Version): NamedTime => ({
  words: '',
  picked: failed ? '' : localValue(new Date(at * 1000)),
})

export const begin = (version: Version): Change => ({
  before: version,
  text: version.text,
  target: version.target,
  time: timeOf(version),
})

export function isChange(value: unknown): value is Change {
  const { before, text, target, time, other } = (value ?? {}) as Record<string, unknown>
  const { words, picked } = (time ?? {}) as Record<string, unknown>
  return (
    isVersion(before) &&
    isTarget(target) &&
    [text, words, picked].every((one) => typeof one === 'string') &&
    (other === undefined || isVersion(other))
  )
}

function isVersion(value: unknown): value is Version {
  const { text, target, at, failed } = (value ?? {}) as Record<string, unknown>
  return typeof text === 'string' && isTarget(target) && Number.isSafeInteger(at) && typeof failed === 'boolean'
}

const sameTarget = (one: Target, other: Target): boolean => targetKey(one) === targetKey(other)
const sameTime = (one: NamedTime, other: NamedTime): boolean =>
  one.words.trim() === other.words.trim() && one.picked === other.picked

export const touched = ({ before, text, target, time }: Change) => ({
  text: text !== before.text,
  target: !sameTarget(target, before.target),
  time: !sameTime(time, timeOf(before)),
})

/** Rebases an edit onto a newer version: unchanged fields take the new values, and conflicting changes are reported. */
export function rebased(change: Change, now: Version): Change {
  const { before } = change
  const own = touched(change)
  const theirs = {
    text: now.text !== before.text && now.text !== change.text,
    target: !sameTarget(now.target, before.target) && !sameTarget(now.target, change.target),
    time: now.at !== before.at || now.failed !== before.failed,
  }
  if (
    !theirs.text &&
    !theirs.target &&
    !theirs.time &&
    sameTarget(now.target, before.target) &&
    now.text === before.text
  )
    return change
  const isDisputed = (own.text && theirs.text) || (own.target && theirs.target) || (own.time && theirs.time)
  const { other: _known, ...rest } = change
  return {
    ...rest,
    before: now,
    text: own.text ? change.text : now.text,
    target: own.target ? change.target : now.target,
    time: own.time ? change.time : timeOf(now),
    ...(isDisputed || change.other ? { other: now } : {}),
  }
}

/** The request to save it: only changed fields, so that different fields can be edited at the same time. */
export function wishOf(change: Change, at: Date) {
  const own = touched(change)
  const conversation = conversationOfTarget(change.target)
  return {
    ...(own.text ? { content: change.text } : {}),
    ...(own.target && conversation?.kind === 'topic'
      ? { type: 'stream' as const, to: conversation.channelId, topic: conversation.topic }
      : {}),
    ...(own.target && conversation?.kind === 'direct'
      ? { type: 'direct' as const, to: [...conversation.userIds] }
      : {}),
    ...(own.time ? { scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000) } : {}),
  }
}
