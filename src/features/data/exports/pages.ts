import { timingSafeEqual } from 'node:crypto'
import { notFound } from '#contract'
import { type OpenContext, type Page, pageForAnyone, type ServedFile } from '#platform/serve'
import { archiveKey } from './actions.ts'
import { fileName, linkTokenOf } from './serialize.ts'
import * as store from './store.ts'

/** Anyone with the link can download the archive until it expires or is revoked. Only administrators see the link. */
async function archive(
  ctx: OpenContext,
  { id = '', token = '' }: Readonly<Record<string, string>>,
): Promise<ServedFile> {
  const { maybeOrg: org, server } = ctx
  if (!org || !/^\d{1,15}$/.test(id)) throw notFound()
  const row = await ctx.read((tx) => store.find(tx, org.id, Number(id)))
  const link = row && linkTokenOf(org, row)
  if (!row || link === undefined || !isSame(link, token) || row.size === null) throw notFound()
  return {
    type: 'application/gzip',
    size: row.size,
    name: fileName(org, row),
    version: `export-${row.id}`,
    maxAgeSecs: 0,
    download: true,
    async stream(range) {
      const stream = await server.blobs.stream(archiveKey(row), range)
      if (!stream) throw notFound()
      return stream
    },
  }
}

function isSame(token: string, given: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const exportPages: readonly Page[] = [pageForAnyone('/exports/:id/:token/:name', archive)]
