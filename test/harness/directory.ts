import { cp, readFile } from 'node:fs/promises'

/** Makes a data directory that holds an empty database, migrated: as a copy of the one of the global set-up. */
export const prepareDirectory = (dataDir: string): Promise<void> =>
  cp(process.env.LOQUAT_TEST_DIRECTORY as string, dataDir, { recursive: true })

/** The same database, for one that lives in memory. */
export const readSnapshot = async (): Promise<Blob> =>
  new Blob([await readFile(process.env.LOQUAT_TEST_SNAPSHOT as string)])
