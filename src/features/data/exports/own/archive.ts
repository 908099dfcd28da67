import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asMessageId, type MessageId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import { version } from '#platform/config'
import { type Tx, unhurried } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { profileFieldsCache } from '../../../people/profile-fields/cache.ts'
import { ownAccount } from '../../../people/user-settings/access.ts'
import { serializeSettings } from '../../../people/user-settings/serialize.ts'
import { avatarBlob } from '../../../people/users/avatars/identicon.ts'
import { userObject } from '../../../people/users/serialize.ts'
import { newestMessage } from '../archive/store.ts'
import { lines } from '../archive/write.ts'
import * as store from './store.ts'

/** Version of the format described in docs/exports.md. Increment it when readers must know about a change. */
const format = 1
const messagesAtOnce = 500
const uploadsAtOnce = 200
/** Reactions of everyone: a person's own are filtered from them. */
const reactionsAtOnce = 5_000

interface Writing {
  readonly org: Organization
  readonly blobs: BlobStore
  readonly viewer: Viewer
}

/**
 * A person's profile, settings, and messages as a zip file. It's read page by page and file by file while it is sent,
 * to bound memory and not to delay others. Canceling the download stops reading.
 */
export async function ownArchive(writing: Writing): Promise<Readable> {
  const { org, blobs, viewer } = writing
  const now = org.now()
  const upTo = asMessageId(await org.db.read((tx) => newestMessage(tx, org.id)))
  const kept = await org.db.read((tx) => store.keptThings(tx, viewer.id))
  const uploads = await allUploads(writing)
  const missing = new Set<number>()
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | undefined
  const file = (name: string, begin: () => Promise<Readable>, compress = true) =>
    zip.addReadStreamLazy(name, { mtime: now, compress }, (done) => {
      begin().then(
        (stream) => {
          open = stream
          // the download was canceled
          if (output.destroyed) stream.destroy()
          done(null, stream)
        },
        (problem: unknown) => done(problem, undefined as never),
      )
    })
  const json = (name: string, value: () => unknown) => file(name, async () => Readable.from([lines(value())]))
  zip.on('error', (problem: Error) => output.destroy(problem))
  output.once('close', () => open?.destroy())

  const account = ownAccount(org, viewer)
  json('profile.json', () => ({
    ...userObject(org, viewer, account),
    delivery_email: account.deliveryEmail,
    fields: org.get(profileFieldsCache).all.map(({ id, name, type }) => ({ id, name, type })),
  }))
  json('settings.json', () => ({ settings: serializeSettings(org, viewer), ...kept }))
  const { avatarSource, avatarKey } = account
  const picture =
    avatarSource === 'U' && avatarKey !== null ? await blobs.get(avatarBlob(avatarKey, 'medium')) : undefined
  if (picture) zip.addBuffer(Buffer.from(picture), 'picture.png', { mtime: now, compress: false })
  file('messages/channels.json', async () =>
    messagePages(org, (tx, after, limit) => store.sentPage(tx, viewer.id, after, upTo, limit)),
  )
  file('messages/direct.json', async () =>
    messagePages(org, (tx, after, limit) => store.directPage(tx, viewer.id, after, upTo, limit)),
  )
  file('reactions.json', async () =>
    pages(org, (tx, after) => store.reactionPage(tx, viewer.id, after, reactionsAtOnce)),
  )
  for (const upload of uploads)
    file(
      nameOf(upload),
      async () => {
        const stream = await blobs.stream(blobKey(upload.path_id))
        if (!stream) missing.add(upload.id)
        return stream ?? Readable.from([])
      },
      false,
    )
  json('uploads.json', () => uploads.map((one) => ({ ...one, file: missing.has(one.id) ? null : nameOf(one) })))
  json('export.json', () => ({
    format,
    organization: org.get(organizationCache).name,
    user_id: viewer.id,
    exported_at: now.toISOString(),
    server: `Loquat ${version}`,
    uploads: uploads.length - missing.size,
    missing: missing.size,
  }))
  zip.end()
  return output
}

/** A valid and unique file name on every system. */
const nameOf = ({ id, name }: store.OwnUpload): string =>
  `uploads/${id}-${name.replace(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-100)}`

interface Page<T> {
  rows: readonly T[]
  /** The next page begins after this; undefined after the last page. */
  next: number | undefined
}

/** A JSON list; each page is read once the one before was sent. */
function pages<T>(org: Organization, page: (tx: Tx, after: number) => Promise<Page<T>>): Readable {
  async function* text() {
    let after: number | undefined = 0
    let comma = ''
    yield '['
    while (after !== undefined) {
      const from: number = after
      const { rows, next } = await org.db.read((tx) => page(tx, from), unhurried)
      if (rows.length > 0) {
        yield `${comma}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
        comma = ','
      }
      after = next
    }
    yield '\n]\n'
  }
  return Readable.from(text(), { highWaterMark: 1 })
}

const messagePages = <T extends { id: MessageId }>(
  org: Organization,
  page: (tx: Tx, after: MessageId, limit: number) => Promise<T[]>,
): Readable =>
  pages(org, async (tx, after) => {
    const rows = await page(tx, asMessageId(after), messagesAtOnce)
    return { rows, next: rows.length < messagesAtOnce ? undefined : rows.at(-1)?.id }
  })

async function allUploads({ org, viewer }: Writing): Promise<store.OwnUpload[]> {
  const all: store.OwnUpload[] = []
  for (;;) {
    const page = await org.db.read(
      (tx) => store.uploadPage(tx, viewer.id, all.at(-1)?.id ?? 0, uploadsAtOnce),
      unhurried,
    )
    all.push(...page)
    if (page.length < uploadsAtOnce) return all
  }
}
