import { dayMs } from '#contract'
import type { Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { removeAttachments } from './actions/attachment.ts'
import { performRemovals } from './due.ts'
import { neededUploads } from './hooks.ts'
import { attachmentOptions } from './options.ts'
import { removeExpired } from './resumable/due.ts'
import * as store from './store.ts'

export const unusedUploads: Repeated = {
  name: 'unused uploads',
  everySecs: 3600,
  async run(org, server) {
    const { blobs, config, now } = server
    await removeExpired(org, server)
    const { keepUnusedUploadsDays } = attachmentOptions(config)
    await removeUnused(org, new Date(now().getTime() - keepUnusedUploadsDays * dayMs))
    await performRemovals(org, blobs)
  },
  async ages(org, { config }) {
    const { keepUnusedUploadsDays } = attachmentOptions(config)
    const times = [
      await oldestReaches(org, { table: 'attachment', column: 'unused_since' }, keepUnusedUploadsDays * dayMs),
      await oldestReaches(org, { table: 'resumable_upload', column: 'expires_at' }, 0),
    ].flatMap((time) => time?.getTime() ?? [])
    return times.length > 0 ? new Date(Math.min(...times)) : null
  },
}

async function removeUnused(org: Organization, since: Date): Promise<void> {
  if (await org.db.read((tx) => store.anyForgotten(tx, org.id)))
    await org.transact(null, (mutation) => store.markForgotten(mutation.tx, org.id, mutation.now))
  for (;;) {
    const found = await org.db.read((tx) => store.unusedBefore(tx, org.id, since))
    if (found.length === 0) return
    await org.transact(null, async (mutation) => {
      // check again inside the transaction: a file may have been sent since
      const unused = await store.unusedBefore(mutation.tx, org.id, since)
      const needed = await neededUploads(
        mutation.tx,
        org.id,
        unused.map(({ path_id }) => path_id),
      )
      const kept = unused.filter(({ path_id }) => needed.has(path_id)).map(({ id }) => id)
      if (kept.length > 0) await store.keepUnused(mutation.tx, kept, mutation.now)
      await removeAttachments(
        mutation,
        unused.filter(({ path_id }) => !needed.has(path_id)),
      )
    })
  }
}
