import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { removeUnused } from './actions/unused.ts'
import { performRemovals } from './due.ts'
import { attachmentOptions } from './options.ts'
import { removeExpired } from './resumable/due.ts'

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
