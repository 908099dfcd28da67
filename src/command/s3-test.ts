import { randomBytes } from 'node:crypto'
import { flagOf } from '#platform/config'
import { FailedError } from './errors.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'
import { Trial } from './trial.ts'

export const testBucket = (means: Means): Command => ({
  name: 's3 test',
  summary: 'Write, read, and delete a test file in the bucket for uploads',
  flags: { json },
  async run(input) {
    const { config } = input
    if (!config.s3Url) throw new FailedError(`there is no ${flagOf('s3Url')}: files are kept in the data directory`)
    const { openBlobs } = await import('#platform/blobs')
    const blobs = openBlobs(config)
    const trial = new Trial(means.terminal, input)
    const { host, pathname } = new URL(config.s3Url)
    const key = `test/${randomBytes(8).toString('hex')}`
    const content = randomBytes(64 * 1024)
    const wrote = await trial.step('write', async () => {
      await blobs.put(key, content)
      return `64 KiB to ${host}${pathname}`
    })
    if (wrote) {
      await trial.step('read', async () => {
        if (!(await blobs.get(key))?.equals(content)) throw new Error("what was written couldn't be read again")
        return 'unchanged'
      })
      await trial.step('delete', async () => {
        await blobs.delete(key)
        if (await blobs.get(key)) throw new Error('the file is still there')
        return 'gone'
      })
    }
    trial.end(
      `Check ${flagOf('s3Url')}, the region, and the keys; the key needs GetObject, PutObject, and DeleteObject.`,
    )
  },
})
