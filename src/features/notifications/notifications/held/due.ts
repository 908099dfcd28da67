import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { dueWork } from '#platform/timer'
import { push } from '../../../channels/subscriptions/lists-by-key.ts'
import { digestsOf, keepDigests, quietUntil } from '../../../people/quiet-times/actions.ts'
import { digestKinds } from '../../../people/quiet-times/wire.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type HeldMessage, quietTimesOver } from '../hooks.ts'
import { Wishes } from '../wishes.ts'
import * as store from './store.ts'

/** People processed in one act, which blocks the organization's other writes. */
const peopleAtOnce = 10

/** The digests, their emails and pushes, and the deletion of the rows are one act: nothing is sent twice or lost. */
export const endingQuiet = dueWork({
  name: 'ends of quiet times',
  rows: store.held,
  async turn({ place, org, now }) {
    const people = await place.db.read((tx) => store.held.people(tx, org.id, now))
    for (let start = 0; start < people.length; start += peopleAtOnce)
      await org.transact(null, (mutation) => endQuietOf(mutation, people.slice(start, start + peopleAtOnce)))
  },
})

async function endQuietOf(mutation: Mutation, people: readonly UserId[]): Promise<void> {
  const { byId } = mutation.get(peopleCache)
  const over: UserId[] = []
  // people who changed their time zone since
  const later = new Map<UserId, Date>()
  for (const userId of people) {
    const account = byId.get(userId)
    const until = account?.isActive ? quietUntil(mutation, account) : null
    if (until) later.set(userId, until)
    else over.push(userId)
  }
  if (later.size > 0) await store.setDue(mutation.tx, later)
  if (over.length === 0) return
  const byPerson = new Map<UserId, HeldMessage[]>()
  const unread = await store.unreadOf(mutation.tx, mutation.org.id, over)
  const wishes = await Wishes.load(mutation, unread)
  for (const row of unread) {
    const wanted = wishes.ofHeld(row)
    if (wanted) push(byPerson, row.user_id, wanted)
  }
  await store.remove(mutation.tx, over)
  if (byPerson.size === 0) return
  await digest(mutation, byPerson)
  await quietTimesOver(mutation, byPerson)
}

async function digest(mutation: Mutation, byPerson: ReadonlyMap<UserId, readonly HeldMessage[]>): Promise<void> {
  const before = await digestsOf(mutation, [...byPerson.keys()])
  const old = [...before].flatMap(([user_id, { messages }]) =>
    digestKinds.flatMap((kind) => messages[kind].map((message_id) => ({ user_id, message_id }))),
  )
  const unread = new Set((old.length > 0 ? await store.unreadAmong(mutation.tx, old) : []).map(keyOf))
  const news = [...byPerson].map(([userId, rows]) => ({
    userId,
    beganAt: (rows[0] as HeldMessage).sent_at,
    messages: rows.map(({ message_id: id, kind }) => ({ id, kind })),
  }))
  await keepDigests(mutation, news, before, (user_id, message_id) => unread.has(keyOf({ user_id, message_id })))
}

const keyOf = ({ user_id, message_id }: { user_id: UserId; message_id: MessageId }) => `${user_id} ${message_id}`
