import { asUserId, dayMs, type MessageId } from '#contract'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import * as store from './store.ts'

/** Messages per transaction: other requests run in between. */
const atOnce = 5_000
/** Days whose user counts can still change: each day ends a week. */
const openDays = 2
const weekDays = 7
/** Days of activity that are kept: a month, for the metrics, and some that can still change. */
const keptDays = 32

class Counter {
  readonly #values = new Map<string, number>()

  add(day: number, kind: string, value = 1): void {
    const key = `${day} ${kind}`
    this.#values.set(key, (this.#values.get(key) ?? 0) + value)
  }

  counts(): store.Count[] {
    return [...this.#values].map(([key, value]) => {
      const [day, kind] = key.split(' ') as [string, string]
      return { day: Number(day), kind, value }
    })
  }
}

export async function countDays(org: Organization): Promise<void> {
  while ((await countMessages(org)) === atOnce);
  await countPeople(org)
}

function countMessages(org: Organization): Promise<number> {
  const now = org.now()
  const channels = org.get(channelsCache)
  const people = org.get(peopleCache).byId
  return org.db.transaction(async (tx) => {
    const after = await store.lockedProgress(tx, org.id, now)
    const messages = await store.messagesAfter(tx, org.id, after, atOnce)
    const counter = new Counter()
    const writers = new Set<string>()
    for (const { conversation_id, sender_id, sent_at } of messages) {
      const day = dayOf(sent_at)
      const channel = channels.ofConversation(conversation_id)
      counter.add(day, channel ? (channel.isPrivate ? 'private_channels' : 'public_channels') : 'direct')
      const sender = people.get(sender_id)
      if (sender?.botType === null && !sender.isSystemBot) writers.add(`${day} ${sender_id}`)
      else counter.add(day, 'by_bots')
    }
    await store.add(tx, org.id, counter.counts())
    const oldest = dayOf(now) - keptDays
    await store.noteActive(
      tx,
      org.id,
      [...writers].map(daysOf).filter(({ day }) => day > oldest),
    )
    const last: MessageId = messages.at(-1)?.id ?? after
    await store.setProgress(tx, org.id, { counted_message_id: last, counted_at: now })
    return messages.length
  })
}

/** A UTC day, in days since 1970. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMs)

/** `2026-11-22`. */
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

const daysOf = (key: string) => {
  const [day, id] = key.split(' ').map(Number) as [number, number]
  return { day, userId: asUserId(id) }
}

async function countPeople(org: Organization): Promise<void> {
  const now = org.now()
  const today = dayOf(now)
  const people = org.get(peopleCache)
  const isPerson = (id: Parameters<typeof people.byId.get>[0]) => people.byId.get(id)?.botType === null
  const total = people
    .all()
    .filter(({ isActive, botType, isSystemBot }) => isActive && botType === null && !isSystemBot)
  await org.db.transaction(async (tx) => {
    const seen = await store.seenSince(tx, org.id, new Date(now.getTime() - dayMs))
    const days = seen.filter(({ userId }) => isPerson(userId)).map(({ userId, at }) => ({ userId, day: dayOf(at) }))
    await store.noteActive(tx, org.id, days)
    await store.forgetActive(tx, org.id, today - keptDays)
    const counts: store.Count[] = [{ day: today, kind: 'people', value: total.length }]
    for (let day = today - openDays + 1; day <= today; day++) {
      const value = await store.countActive(tx, org.id, day, day)
      // a past day with no activity wasn't counted
      if (value === 0 && day < today) continue
      const week = await store.countActive(tx, org.id, day - weekDays + 1, day)
      counts.push({ day, kind: 'active', value }, { day, kind: 'active_week', value: week })
    }
    await store.put(tx, org.id, counts)
  })
}

export const fileKinds = ['image', 'video', 'audio', 'text', 'other'] as const
type FileKind = (typeof fileKinds)[number]

const kindOf = (contentType: string): FileKind =>
  fileKinds.find((kind) => contentType.startsWith(`${kind}/`)) ??
  (/^application\/(?:pdf|rtf|json|msword|vnd\.(?:openxmlformats|oasis|ms-))/.test(contentType) ? 'text' : 'other')

export async function countFiles(org: Organization): Promise<void> {
  const counter = new Counter()
  const today = dayOf(org.now())
  for (const kind of fileKinds) for (const what of ['bytes', 'files']) counter.add(today, `${what}_${kind}`, 0)
  for (let after = 0; ; ) {
    const files = await org.db.read((tx) => store.filesAfter(tx, org.id, after, atOnce))
    for (const { content_type, size } of files) {
      const kind = kindOf(content_type)
      counter.add(today, `bytes_${kind}`, Number(size))
      counter.add(today, `files_${kind}`)
    }
    if (files.length < atOnce) break
    after = files.at(-1)?.id ?? after
  }
  await org.db.transaction((tx) => store.put(tx, org.id, counter.counts()))
}
