import { randomBytes } from 'node:crypto'
import type { UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import { makePicture } from '#platform/images'
import type { Mutation } from '#platform/organization'
import type { Context, UploadedFile } from '#platform/serve'
import { settingsOf } from '../../organization/cache.ts'
import { registerConstants } from '../../organization/register-constants.ts'
import type { Account } from '../account.ts'
import { notifyUser } from '../actions/announce.ts'
import { canChangeOwn } from '../rules.ts'
import { avatarUrl, gravatarMark } from '../serialize.ts'
import { userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { avatarsAreFixed, badPicture, noPicture, pictureTooLarge } from './api.ts'
import { type AvatarSize, avatarBlob, avatarSizes } from './identicon.ts'

const limit = registerConstants.max_avatar_file_size_mib

/** Stores an avatar in all sizes; returns its key. Call before the mutation: it's slow. */
export async function takePicture(
  { org, server }: Context,
  userId: UserId,
  files: readonly UploadedFile[],
): Promise<string> {
  const [file, ...more] = files
  if (!file || more.length > 0) throw noPicture()
  if (file.size > limit * 2 ** 20) throw pictureTooLarge({}, { limit })
  return keepPicture(server.blobs, org.id, userId, file.path)
}

export async function keepPicture(
  blobs: BlobStore,
  orgId: number,
  userId: UserId,
  picture: string | Buffer,
): Promise<string> {
  const key = `avatars/${orgId}/${userId}/${randomBytes(12).toString('hex')}`
  for (const [size, side] of Object.entries(avatarSizes)) {
    const bytes = await makePicture(picture, { width: side, height: side, fit: 'cover', format: 'png' })
    if (!bytes) throw badPicture()
    await blobs.put(avatarBlob(key, size as AvatarSize), bytes)
  }
  return key
}

export function checkCanChangeAvatar({ org, viewer }: Pick<Context, 'org' | 'viewer'>): void {
  if (!canChangeOwn(viewer, settingsOf(org).avatar_changes_disabled)) throw avatarsAreFixed()
}

export async function changeAvatar(mutation: Mutation, account: Account, avatar_key: string | null): Promise<Account> {
  const avatar_source = avatar_key === null ? settingsOf(mutation.org).default_avatar_source : 'U'
  const avatar_version = account.avatarVersion + 1
  const after = await store.update(mutation.tx, account.id, { avatar_key, avatar_source, avatar_version })
  const person = {
    user_id: account.id,
    avatar_source,
    avatar_url: avatarUrl(after),
    avatar_url_medium: avatarUrl(after, '/medium'),
    avatar_version,
  }
  notifyUser(mutation, userUpdated, after, (seesEmail) => ({
    person: { ...person, ...gravatarMark(after, seesEmail) },
  }))
  return after
}

export async function forgetPicture(
  { server }: { readonly server: Pick<Context['server'], 'blobs'> },
  key: string | null,
): Promise<void> {
  if (key === null) return
  for (const size of Object.keys(avatarSizes) as AvatarSize[]) await server.blobs.delete(avatarBlob(key, size))
}
