import { insufficientPermission, isAdministrator, type UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import { emojiByName } from '#platform/emoji'
import { describePicture, makePicture } from '#platform/images'
import type { Mutation, Organization } from '#platform/organization'
import { view } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { actorOf } from '../../people/organization/access.ts'
import { badPicture } from '../../people/organization/errors.ts'
import { pictureBlob, pictureFile } from '../../people/organization/picture.ts'
import { checkTotal, maxPerOrganization } from '../../people/organization/totals.ts'
import * as api from './api.ts'
import { customEmojiCache } from './cache.ts'
import { maxEmojiNameLength } from './limits.ts'
import { addEmoji, canRemoveEmoji } from './rules.ts'
import * as store from './store.ts'

/** In pixels; clients show them at a third of that, or two thirds on high-density screens. */
const side = 64

/** Names are case-insensitive, and spaces equal underscores. */
export function normalName(given: string): string {
  const name = given.trim().toLowerCase().replaceAll(' ', '_')
  if (name.length > maxEmojiNameLength || !/^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(name)) throw api.invalidEmojiName()
  return name
}

/** Checked before the picture is processed, and again in the transaction. */
export function checkCanAdd(org: Organization, viewer: Viewer, name: string): void {
  if (!addEmoji.allows(actorOf(org, viewer))) throw insufficientPermission()
  if (org.get(customEmojiCache).byName.has(name)) throw api.emojiNameTaken()
  if (emojiByName(name) && !isAdministrator(viewer)) throw api.builtInEmojiName()
}

interface EmojiFiles {
  file: string
  still_file: string | null
}

/** Stores the picture, and an animation's first frame. Call it before the transaction, because it's slow. */
export async function takePicture(blobs: BlobStore, orgId: number, path: string): Promise<EmojiFiles> {
  const keep = async (format: 'png' | 'gif') => {
    const animated = format === 'gif'
    const bytes = await makePicture(path, { width: side, height: side, fit: 'contain', format, animated })
    if (!bytes) throw badPicture()
    const file = pictureFile(format)
    await blobs.put(pictureBlob(orgId, 'emoji', file), bytes)
    return file
  }
  const picture = await describePicture(path)
  if (!picture) throw badPicture()
  return picture.frames > 1
    ? { file: await keep('gif'), still_file: await keep('png') }
    : { file: await keep('png'), still_file: null }
}

export async function forgetPicture(blobs: BlobStore, orgId: number, { file, still_file }: EmojiFiles): Promise<void> {
  for (const one of [file, still_file]) if (one) await blobs.delete(pictureBlob(orgId, 'emoji', one))
}

export async function addCustomEmoji(mutation: Mutation, name: string, files: EmojiFiles): Promise<void> {
  checkCanAdd(mutation.org, mutation.viewer, name)
  await insertEmoji(mutation, name, files, mutation.viewer.id)
}

/** The importing user has the permission. */
export const importCustomEmoji = insertEmoji

async function insertEmoji(
  mutation: Mutation,
  name: string,
  files: EmojiFiles,
  author_id: UserId | null,
): Promise<number> {
  const { tx, org, now } = mutation
  checkTotal(maxPerOrganization, 'custom emoji', mutation.get(customEmojiCache).byId.size)
  const emoji = await store.insert(tx, { org_id: org.id, name, author_id, created_at: now, ...files })
  const realm_emoji = { ...mutation.get(customEmojiCache).toWire(), [emoji.id]: emoji }
  mutation.emit(api.customEmojiAdded, { emoji, realm_emoji }, { everyone: true })
  return Number(emoji.id)
}

export async function deactivateCustomEmoji(mutation: Mutation, given: string): Promise<void> {
  const { tx, viewer } = mutation
  const emojis = mutation.get(customEmojiCache)
  const emoji = emojis.byName.get(given.trim().toLowerCase().replaceAll(' ', '_'))
  if (!emoji) throw api.noSuchEmoji({}, { name: given })
  if (!canRemoveEmoji(viewer, emoji)) throw insufficientPermission()
  await store.deactivate(tx, Number(emoji.id))
  const realm_emoji = { ...emojis.toWire(), [emoji.id]: { ...emoji, deactivated: true } }
  const change = { emoji_id: emoji.id, data: { deactivated: true }, realm_emoji }
  mutation.emit(api.customEmojiUpdated, change, { everyone: true })
}

/** Clients without the capability get all emoji with each change. */
export const customEmojiView = view(
  [api.customEmojiAdded, api.customEmojiUpdated],
  ({ realm_emoji, ...change }, client) =>
    client.can('individual_emoji_changes') ? change : { op: 'update', realm_emoji },
)
