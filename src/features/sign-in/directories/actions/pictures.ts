import { createHash } from 'node:crypto'
import { registerConstants } from '../../../people/organization/register-constants.ts'
import { changeAvatar, forgetPicture, keepPicture } from '../../../people/users/avatars/actions.ts'
import { pictureTooLarge } from '../../../people/users/avatars/api.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type Connection, withDirectory } from '../connection.ts'
import { type Contents, pictureOf } from '../contents.ts'
import type { Directory } from '../directory.ts'
import type { Person } from '../person.ts'
import type { Plan } from '../plan.ts'
import * as store from '../store.ts'
import { each, type Workshop } from './attempt.ts'

/** A worker thread that others need too resizes the pictures. */
const atOnce = 1
const limit = registerConstants.max_avatar_file_size_mib

interface Sitter {
  readonly person: Person
  readonly link: store.LinkRow
}

/** Removes missing pictures too. A dry run fetches none, and counts everyone without a picture from the directory. */
export async function bringPictures(
  shop: Workshop,
  directory: Directory,
  contents: Contents,
  { arrivals }: Plan,
): Promise<void> {
  const { org, isDryRun, tally } = shop
  if (directory.picture === null) return
  const links = await org.db.read((tx) => store.links(tx, org.id))
  const [changed, removed]: [Sitter[], Sitter[]] = [[], []]
  for (const link of links) {
    const person = link.directory === directory.name ? contents.people.get(link.subject) : undefined
    if (!person || person.isDisabled || !org.get(peopleCache).byId.get(link.user_id)?.isActive) continue
    const has = contents.withPicture.has(link.subject)
    if (!has && link.picture_digest !== null) removed.push({ person, link })
    if (has && (person.stamp === '' || person.stamp !== link.picture_stamp)) changed.push({ person, link })
  }
  const nameOf = ({ person }: Sitter) => person.fullName
  await each(shop, removed, nameOf, async (one) => {
    if (!isDryRun) await show(shop, one, null)
    tally.changed('picture', one.person.fullName, one.link.user_id)
  })
  if (isDryRun) {
    for (const { person, link } of changed)
      if (link.picture_digest === null) tally.changed('picture', person.fullName, link.user_id)
    for (const { person, account } of arrivals)
      if (contents.withPicture.has(person.subject)) tally.changed('picture', person.fullName, account?.id ?? null)
  }
  if (isDryRun || changed.length === 0) return
  await withDirectory(directory, (connection) =>
    each(shop, changed, nameOf, (one) => take(shop, connection, directory, one), atOnce),
  )
}

async function take(shop: Workshop, connection: Connection, directory: Directory, one: Sitter): Promise<void> {
  const { org, tally } = shop
  const { person, link } = one
  const bytes = await pictureOf(connection, directory, person)
  if (!bytes) return
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const isNew = digest !== link.picture_digest
  // don't try an invalid picture again until it changes
  const looked = () => org.transact(null, ({ tx }) => store.change(tx, link.user_id, { picture_stamp: person.stamp }))
  if (isNew && bytes.length > limit * 2 ** 20) {
    await looked()
    throw pictureTooLarge({}, { limit })
  }
  if (!isNew) return void (await looked())
  let key: string
  try {
    key = await keepPicture(shop.blobs, org.id, link.user_id, bytes)
  } catch (error) {
    await looked()
    throw error
  }
  await show(shop, one, { key, digest })
  tally.changed('picture', person.fullName, link.user_id)
}

async function show(
  { org, blobs }: Workshop,
  { person, link }: Sitter,
  picture: { key: string; digest: string } | null,
): Promise<void> {
  const before = await org.transact(null, async (mutation) => {
    const account = mutation.get(peopleCache).byId.get(link.user_id)
    if (!account) return null
    await changeAvatar(mutation, account, picture?.key ?? null)
    await store.change(mutation.tx, link.user_id, {
      picture_digest: picture?.digest ?? null,
      picture_stamp: person.stamp,
    })
    return account.avatarKey
  })
  await forgetPicture({ server: { blobs } }, before)
}
