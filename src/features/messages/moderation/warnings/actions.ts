import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { quoted, sendAsBot } from '../../messages/actions/notices.ts'
import { announceFile } from '../access.ts'
import * as errors from '../errors.ts'
import { maxPendingWarnings, maxWarningsKept } from '../limits.ts'
import { textsIn } from '../texts.ts'
import { pendingWarningsCache } from './cache.ts'
import { ownWarningsChanged } from './states.ts'
import * as store from './store.ts'

export async function warn(mutation: Mutation, userId: UserId, content: string) {
  const { tx, org, now } = mutation
  const account = restrictableUser(mutation, userId)
  if (!account.isActive || account.botType !== null) throw errors.cannotWarn()
  if ((await store.pending(tx, org.id, [userId])).length >= maxPendingWarnings)
    throw errors.tooManyWarnings({}, { limit: maxPendingWarnings })
  const row = await store.insert(tx, {
    ...{ org_id: org.id, user_id: userId, author_id: mutation.viewer.id },
    ...{ content, created_at: now, acknowledged_at: null },
  })
  await store.removeBeyond(tx, userId, maxWarningsKept)
  const text = `${textsIn(languageOfAccount(account)).warning}\n\n${quoted(content)}`
  await sendAsBot(mutation, 'notification-bot', { kind: 'direct', people: [account] }, '', text)
  await announce(mutation, account)
  return store.toWire(row)
}

export async function withdrawWarning(mutation: Mutation, userId: UserId, id: number): Promise<void> {
  const account = restrictableUser(mutation, userId)
  const row = await store.find(mutation.tx, userId, id)
  if (!row) throw errors.noSuchWarning()
  if (row.acknowledged_at !== null) throw errors.alreadyAcknowledged()
  await store.remove(mutation.tx, id)
  await announce(mutation, account)
}

export async function acknowledgeWarning(mutation: Mutation, id: number): Promise<void> {
  const { tx, viewer, now } = mutation
  const row = await store.find(tx, viewer.id, id)
  const account = mutation.get(peopleCache).byId.get(viewer.id)
  if (!row || !account) throw errors.noSuchWarning()
  mutation.isOwnAffair = true
  if (row.acknowledged_at !== null) return
  await store.acknowledge(tx, id, now)
  await announce(mutation, account)
}

/** When a person's profile is deleted. */
export async function forgetWarnings(mutation: Mutation, account: Account): Promise<void> {
  await store.removeAll(mutation.tx, account.id)
  if (mutation.get(pendingWarningsCache).has(account.id)) await announce(mutation, account)
}

async function announce(mutation: Mutation, account: Account): Promise<void> {
  const warnings = (await store.pending(mutation.tx, mutation.org.id, [account.id])).map(store.toOwn)
  mutation.emit(ownWarningsChanged, { warnings }, [account.id])
  announceFile(mutation, account)
}
