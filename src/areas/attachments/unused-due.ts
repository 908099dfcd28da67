import { dayMs } from '#contract'
import type { Repeated } from '#platform/serve'
import { removeUnused } from './actions/unused.ts'
import { performRemovals } from './due.ts'
import { attachmentOptions } from './options.ts'

export const unusedUploads: Repeated = {
  name: 'unused uploads',
  everySecs: 3600,
  async run(org, { blobs, config, now }) {
    const { keepUnusedUploadsDays } = attachmentOptions(config)
    await removeUnused(org, new Date(now().getTime() - keepUnusedUploadsDays * dayMs))
    await performRemovals(org, blobs)
  },
}
