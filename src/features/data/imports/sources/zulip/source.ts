import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackTar } from '../../containers/tar.ts'
import type { OpenSource, Source, SourceMeans } from '../../records.ts'
import { Unreadable } from '../../records.ts'
import { catalogOf } from './catalog.ts'
import { isThere } from './files.ts'
import { beginningsOf, messagesOf, type Reader } from './messages.ts'
import { type Realm, readAttachments, readRealm } from './realm.ts'

const neverThere = [
  'Passwords, keys, and tokens of people and bots',
  'Poll votes and to-do checks, unless the archive has the table zerver_submessage, which releases so far leave out',
  'Drafts, invitations, and deleted messages',
  'Personal settings, organization settings other than permissions, followed and muted topics, and deactivated groups',
  'Unread state of messages sent more than 30 days before the newest: they count as read',
]

/** The export format of the public server. */
export const zulip: Source = { name: 'zulip', open: (file, means) => openExport(file, means) }

async function openExport(file: string, { scratch, lose, change, meter }: SourceMeans): Promise<OpenSource> {
  const folder = join(scratch, 'files')
  await mkdir(folder)
  await unpackTar(file, {
    folder,
    meter,
    place: (path) => (isOfUse(path) ? path : undefined),
    refuse: (path, why) => lose({ loss: 'Files in the archive that are not imported', where: `${path}: ${why}` }),
  })
  const root = await rootOf(folder)
  const names = await readdir(root)
  for (const name of names)
    if (/^messages-.*\.(partial|locked)$/.test(name)) lose({ loss: 'Unfinished parts of the archive', where: name })
  const files = names
    .filter((name) => /^messages-\d+\.json$/.test(name))
    .sort()
    .map((name) => join(root, name))
  let reading: Promise<Realm> | undefined
  const realmOf = () => {
    reading ??= readRealm(join(root, 'realm.json'), scratch, { lose, change })
    return reading
  }
  const reader = async (): Promise<Reader> => ({ root, files, realm: await realmOf(), lose, change, meter })
  return {
    neverThere,
    async catalog() {
      const realm = await realmOf()
      const attachments = join(root, 'attachment.json')
      if (await isThere(attachments)) await readAttachments(attachments, realm, { lose, change })
      return catalogOf(root, realm, await beginningsOf(await reader()), lose)
    },
    async *messages() {
      yield* messagesOf(await reader())
    },
    async close() {},
  }
}

const isOfUse = (path: string) =>
  /(?:^|\/)(?:[\w-]+\.json(?:\.partial|\.locked)?|(?:uploads|avatars|emoji)\/.+)$/.test(path)

async function rootOf(folder: string): Promise<string> {
  const inside = await readdir(folder, { withFileTypes: true })
  const candidates = [folder, ...inside.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name))]
  for (const candidate of candidates) if (await isThere(join(candidate, 'realm.json'))) return candidate
  for (const candidate of candidates)
    if (await isThere(join(candidate, 'user.json')))
      throw new Unreadable('it is the export of one person, not of an organization')
  throw new Unreadable('there is no realm.json in it: it is no export of this kind, or a broken one')
}
