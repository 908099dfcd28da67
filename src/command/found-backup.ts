import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import {
  archiveKey,
  keyOf,
  type Manifest,
  type Place,
  placeOf,
  readArchive,
  recordsIn,
  type Upload,
  type WrongCopies,
} from '#platform/backups'
import type { Config } from '#platform/config'
import { linesIn, migrationsNamed, type ReportWork } from '#platform/db'
import { counted, isOrAre } from './counted.ts'
import { FailedError, UsageError } from './errors.ts'

export interface Found {
  readonly place: Place
  readonly name: string
  readonly key: Buffer | undefined
  open(): Promise<Readable>
}

/** The backup at a path or address: a file, or the newest in a folder or bucket. */
export async function findBackup(config: Config, given: string): Promise<Found> {
  const key = keyOf(config)
  const isAddress = given.includes('://')
  const path = isAddress ? given : resolve(given)
  const isFile = /\.backup$/.test(path)
  if (!isAddress) {
    const found = await stat(path).catch(() => undefined)
    if (!found) throw new UsageError(`${given} doesn't exist`, { hint: false })
    if (found.isFile())
      return {
        place: placeOf(config, dirname(path)),
        name: basename(path),
        key,
        open: async () => createReadStream(path),
      }
  }
  const place = placeOf(config, isFile ? path.slice(0, path.lastIndexOf('/')) : path)
  const file = isFile ? path.slice(path.lastIndexOf('/') + 1) : await newestIn(place)
  return {
    place,
    name: file,
    key,
    async open() {
      const stream = await place.store.stream(file)
      if (!stream) throw new UsageError(`${file} is not in ${place.address}`, { hint: false })
      return stream
    },
  }
}

async function newestIn(place: Place): Promise<string> {
  const [newest] = await recordsIn(place)
  if (!newest) throw new UsageError(`there are no backups in ${place.address}`, { hint: false })
  return archiveKey(newest.name)
}

/** Before any change, checks that the backup is complete and that this version can read it. */
export async function checkBackup(
  { open, key, place }: Found,
  compare: (place: Place, uploads: readonly Upload[], key: Buffer | undefined) => Promise<WrongCopies>,
  progress: ReportWork,
): Promise<{ manifest: Manifest; uploads: Upload[] }> {
  const uploads: Upload[] = []
  let [done, of] = [0, 0]
  const manifest = await readArchive(await open(), key, {
    async manifest({ migrations, tables }) {
      of = tables.reduce((total, { rows }) => total + rows, 0)
      await migrationsNamed(migrations)
    },
    rows(_, lines) {
      done += linesIn(lines)
      progress({ phase: 'checking', done, of, unit: 'row' })
    },
    uploads: (some) => void uploads.push(...some),
  })
  const { missing, damaged } = await compare(place, uploads, key)
  for (const [wrong, are] of [
    [missing, (count: number) => `${isOrAre(count)} not`],
    [damaged, (count: number) => `${isOrAre(count)} damaged`],
  ] as const)
    if (wrong[0])
      throw new FailedError(
        `${wrong.length} of its ${counted(uploads.length, 'file')} ${are(wrong.length)} below files in ${place.address}, starting with ${wrong[0].key}`,
      )
  return { manifest, uploads }
}
