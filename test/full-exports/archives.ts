import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Organization } from '#platform/organization'
import { assert, type TestServer } from '#test'
import { untar } from '../../src/features/data/exports/fixture.ts'
import { type FullCounts, writeFullArchive } from '../../src/features/data/exports/full/write.ts'

/** A full archive of an organization, and where it is. */
export async function fullArchive(
  server: TestServer,
  org: Organization,
  more: { withSecrets?: boolean; pageSize?: number; pageWritten?: () => void | Promise<void> } = {},
): Promise<{ path: string; counts: FullCounts; files: Map<string, Buffer> }> {
  const { blobs, config } = server.runtime
  const path = join(await mkdtemp(join(config.dataDir, 'archive-')), 'full.tar.gz')
  const counts = await writeFullArchive({ org, blobs, path, withSecrets: true, ...more })
  return { path, counts, files: untar(gunzipSync(await readFile(path))) }
}

/** Rows of a table of an archive. */
export const rowsOf = (files: ReadonlyMap<string, Buffer>, table: string): Record<string, unknown>[] =>
  (files.get(`tables/${table}.jsonl`) ?? assert.fail(`the archive has no ${table}`))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Two archives hold the same. */
export function assertSameContent(one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>): void {
  assert.deepEqual([...one.keys()], [...other.keys()])
  // when it was made, and by whom
  for (const [name, content] of one)
    if (name !== 'format.json') assert.equal(other.get(name)?.toString('latin1'), content.toString('latin1'), name)
}

export const removed = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
