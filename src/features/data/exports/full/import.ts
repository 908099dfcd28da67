import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import { type Database, DatabaseUnavailable } from '#platform/db'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { externalImageUrl } from '../../../messages/messages/external-picture.ts'
import { pictureBlob } from '../../../people/organization/picture.ts'
import { type AvatarSize, avatarBlob, avatarSizes } from '../../../people/users/avatars/identicon.ts'
import type { FormatNote } from './format.ts'
import * as store from './import-store.ts'
import { type ReadCounts, readArchive, type Taker } from './reader.ts'
import { ArchiveError, Relocation } from './relocation.ts'
import type { TarEntry } from './tar-entries.ts'
import { unsigned } from './text-references.ts'

export interface Destination {
  readonly config: Config
  readonly db: Database
  readonly blobs: BlobStore
  now(): Date
  organizationUrl(subdomain: string): string
}

interface ImportedOrganization extends ReadCounts {
  org_id: number
  name: string
  /** False if ids were moved, so that ids in texts differ from the archive's. */
  ids_kept: boolean
  secrets: boolean
  position: number
}

export async function checkArchive(path: string): Promise<ReadCounts & { note: FormatNote }> {
  let note: FormatNote | undefined
  const counts = await readArchive(path, {
    async begin(given) {
      note = given
      const { id: orgId, url } = given.organization
      const here = { orgId, url }
      return new Relocation({
        from: here,
        to: here,
        last: given.last_ids,
        step: 1,
        shifts: {},
        externalPicture: unsigned,
      })
    },
    rows: async () => {},
  })
  return { ...counts, note: note as FormatNote }
}

/**
 * Imports the organization of a validated archive. Until it is complete the organization is deactivated, under a
 * subdomain that no host name can have. `begun` gets its id; the caller deletes the organization if this fails.
 */
export async function importArchive(
  to: Destination,
  path: string,
  subdomain: string,
  begun: (orgId: number) => void,
  written: (rows: number) => void = () => {},
): Promise<ImportedOrganization> {
  const taker = new Importing(to, subdomain, begun, written)
  const counts = await readArchive(path, taker)
  await taker.finish()
  const { note, orgId, areIdsKept } = taker
  const { name } = note.organization
  return { ...counts, org_id: orgId, name, ids_kept: areIdsKept, secrets: note.secrets, position: note.position }
}

class Importing implements Taker {
  note!: FormatNote
  orgId = 0
  areIdsKept = false
  readonly #to: Destination
  readonly #subdomain: string
  readonly #begun: (orgId: number) => void
  readonly #written: (rows: number) => void
  readonly #folder: string
  #ids: store.IdsMove = { step: 1, shifts: {} }
  #closedAt: unknown = null
  #later: { id: number; value: number }[] = []

  constructor(to: Destination, subdomain: string, begun: (orgId: number) => void, written: (rows: number) => void) {
    this.#to = to
    this.#subdomain = subdomain
    this.#begun = begun
    this.#written = written
    this.#folder = join(to.config.dataDir, 'exports')
  }

  async begin(note: FormatNote): Promise<Relocation> {
    this.note = note
    const { db, config } = this.#to
    this.#ids = await db.transaction((tx) => store.reserveIds(tx, note.last_ids, db.embedded), store.patience)
    const { id, url } = note.organization
    const { step, shifts } = this.#ids
    this.orgId = this.#moved('organization', id)
    this.areIdsKept = step === 1 && Object.values(shifts).every((shift) => shift === 0)
    return new Relocation({
      from: { orgId: id, url },
      to: { orgId: this.orgId, url: this.#to.organizationUrl(this.#subdomain) },
      last: note.last_ids,
      step,
      shifts,
      externalPicture: (address) => externalImageUrl(config, address),
    })
  }

  #moved(table: string, id: number): number {
    return id * this.#ids.step + (this.#ids.shifts[table] ?? 0)
  }

  async rows(name: string, table: Parameters<Taker['rows']>[1], rows: Parameters<Taker['rows']>[2]): Promise<void> {
    const now = this.#to.now()
    const afterAll = Object.entries(table.columns).flatMap(([column, { afterAll }]) => (afterAll ? [column] : []))
    if (name === 'organization') {
      if (rows.length !== 1 || rows[0]?.id !== this.orgId || this.#closedAt !== null)
        throw new ArchiveError('The archive must contain exactly one organization')
      this.#closedAt = rows[0].deactivated_at
      // not a valid host name
      Object.assign(rows[0], { subdomain: `~${randomBytes(12).toString('hex')}`, deactivated_at: now })
    } else for (const row of rows) row.org_id = this.orgId
    for (const column of afterAll)
      for (const row of rows) {
        if (row[column] !== null) this.#later.push({ id: row.id as number, value: row[column] as number })
        row[column] = null
      }
    await this.#write(`tables/${name}.jsonl`, async (tx) => {
      await store.insert(tx, name, rows)
      await store.renew(tx, this.orgId, now)
    })
    if (name === 'organization') this.#begun(this.orgId)
    this.#written(rows.length)
  }

  async tableEnded(name: string): Promise<void> {
    const later = this.#later
    this.#later = []
    if (name === 'account') await this.#write(name, (tx) => store.setBotOwners(tx, later))
  }

  async #write(where: string, work: Parameters<typeof store.writing>[1]): Promise<void> {
    try {
      await store.writing(this.#to.db, work)
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string }
      // invalid values, and rows that violate constraints
      if (error instanceof DatabaseUnavailable || !/^2[23]/.test(code)) throw error
      throw new ArchiveError(`${where} cannot be written: ${message}`)
    }
  }

  /** The blob key of a file in the archive; undefined if no row names it. */
  async #keyOf(name: string): Promise<string | undefined> {
    const { db } = this.#to
    const [folder = '', rest = ''] = name.split('/')
    if (folder === 'emoji' || folder === 'realm') {
      const isNamed = await db.read((tx) => store.namesPicture(tx, this.orgId, folder, rest))
      return isNamed ? pictureBlob(this.orgId, folder, rest) : undefined
    }
    const [, id = '', size = ''] = /^(\d{1,15})(?:-(\w+)\.png)?$/.exec(rest) ?? []
    if (folder === 'uploads') {
      const path = await db.read((tx) => store.pathOf(tx, this.orgId, this.#moved('attachment', Number(id))))
      return size === '' && path !== undefined ? blobKey(path) : undefined
    }
    const key = await db.read((tx) => store.avatarOf(tx, this.orgId, this.#moved('account', Number(id))))
    return key && size in avatarSizes ? avatarBlob(key, size as AvatarSize) : undefined
  }

  async file(entry: TarEntry): Promise<void> {
    const key = await this.#keyOf(entry.name)
    if (key === undefined) throw new ArchiveError(`The archive holds '${entry.name}', which no row names`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `import-${randomUUID()}`)
    try {
      await pipeline(Readable.from(entry.content), createWriteStream(path, { mode: 0o600 }))
      await this.#to.blobs.put(key, { path })
    } finally {
      await rm(path, { force: true })
    }
    await store.writing(this.#to.db, (tx) => store.renew(tx, this.orgId, this.#to.now()))
  }

  async finish(): Promise<void> {
    const { position } = this.note
    const closedAt = this.#closedAt as string | null
    await this.#write('The organization', async (tx) => {
      if (position > 0) await store.continueLog(tx, this.orgId, position, this.#to.now())
      await store.open(tx, this.orgId, this.#subdomain, closedAt)
    })
  }
}
