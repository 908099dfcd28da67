import { cp, readFile } from 'node:fs/promises'

/** Makes a data directory that holds an empty database, migrated: as a copy of the one of the global set-up. */
export const prepareDirectory = (dataDir: string): Promise<void> =>
  cp(process.env.LOQUAT_TEST_DIRECTORY as string, dataDir, { recursive: true })

let snapshot: Promise<SharedArrayBuffer> | undefined

/** The same database, for one that lives in memory: read once, and shared by all that start from it. */
export function readSnapshot(): Promise<SharedArrayBuffer> {
  snapshot ??= readFile(process.env.LOQUAT_TEST_SNAPSHOT as string).then((bytes) => {
    const shared = new SharedArrayBuffer(bytes.length)
    new Uint8Array(shared).set(bytes)
    return shared
  })
  return snapshot
}
