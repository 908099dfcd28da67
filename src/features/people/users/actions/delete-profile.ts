import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { settingsOf } from '../../organization/cache.ts'
import { usersWhoSee } from '../access/visibility.ts'
import type { Account } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { apiEmail } from '../email-address.ts'
import { avatarUrl, gravatarMark } from '../serialize.ts'
import { userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { announceAddress, notifyUser } from './announce.ts'
import { emailChanged } from './update.ts'

export const profileDeleted = hook<[Account]>()

/** Selects messages of a deleted user to delete, by place. */
export interface WrittenIn {
  readonly publicChannels: boolean
  readonly privateChannels: boolean
  readonly directConversations: boolean
}

/** Progress of deleting a user's messages: the last ID, and whether there may be more. */
export interface Deletion {
  after: number
  isMore: boolean
}

/** Called to delete the next batch of a user's messages; repeat while `isMore`. */
export const deletingMessages = hook<[Account, WrittenIn, Deletion]>()

/** Anonymizes a deactivated account; its messages stay under a neutral name. */
export async function deleteProfile(mutation: Mutation, account: Account): Promise<void> {
  const { tx, org } = mutation
  if (account.isDeleted) return
  const user_id = account.id
  const after = await store.update(tx, user_id, {
    full_name: `Deleted user ${user_id}`,
    email: `deleteduser${user_id}@deleted.invalid`,
    timezone: '',
    password_hash: null,
    api_key: newApiKey(),
    avatar_key: null,
    avatar_source: settingsOf(mutation).default_avatar_source,
    avatar_version: account.avatarVersion + 1,
    profile_deleted: true,
  })
  announceAddress(mutation, account, after)
  const { fullName: full_name, timezone, avatarSource: avatar_source, avatarVersion: avatar_version } = after
  const pictures = { avatar_url: avatarUrl(after), avatar_url_medium: avatarUrl(after, '/medium') }
  for (const changed of [{ full_name }, { email: apiEmail(org, after), timezone }, { is_deleted: true }])
    mutation.emit(userUpdated, { person: { user_id, ...changed } }, usersWhoSee(org, account))
  notifyUser(mutation, userUpdated, after, (seesEmail) => ({
    person: { user_id, avatar_source, avatar_version, ...pictures, ...gravatarMark(after, seesEmail) },
  }))
  await emailChanged(mutation, after)
  await profileDeleted(mutation, account)
}
