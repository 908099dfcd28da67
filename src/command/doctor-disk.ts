import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isBucket } from '#platform/backups'
import type { Config } from '#platform/config'
import { levelOf, shownSpace, spaceOf } from '#platform/disk'

interface Found {
  readonly state: 'ok' | 'note'
  readonly says: string
}

/** The data directory, and the backup folder if it's on another disk. */
export async function foldersOnDisks({ dataDir, backupTo, databaseUrl, s3Url }: Config): Promise<string[]> {
  const needsDisk = !databaseUrl || !s3Url
  const wanted = [...(needsDisk ? [dataDir] : []), ...(backupTo && !isBucket(backupTo) ? [backupTo] : [])]
  const found = new Map<number, string>()
  for (const folder of wanted.map(there)) {
    const { dev } = await stat(folder)
    if (!found.has(dev)) found.set(dev, folder)
  }
  return [...found.values()]
}

/** The folder, or its closest existing parent. */
function there(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) || dirname(path) === path ? path : there(dirname(path))
}

/** Checks that it's writable. */
export async function dataDirectory({ dataDir, databaseUrl, s3Url }: Config): Promise<Found> {
  if (!existsSync(dataDir)) {
    if (databaseUrl && s3Url) return { state: 'ok', says: `${dataDir} doesn't exist, and is barely needed` }
    return { state: 'note', says: `${dataDir} doesn't exist yet; the server creates it` }
  }
  const file = join(dataDir, `doctor.${process.pid}`)
  await writeFile(file, '')
  await rm(file)
  return { state: 'ok', says: `${dataDir} can be written to` }
}

/** Checks the free space. */
export async function disk(folder: string): Promise<Found> {
  const space = await spaceOf(folder)
  const says = `${shownSpace(space)} are free for ${folder}`
  const level = levelOf(space)
  if (level === 'full') throw new Error(`${says}: it is full, and nothing can be saved`)
  if (level === 'critical') throw new Error(`${says}: when it is full, nothing can be saved`)
  return { state: level === 'low' ? 'note' : 'ok', says }
}
