import { join } from 'node:path'
import type { Config } from '#platform/config'
import { DiskBlobs } from './disk.ts'
import { S3Blobs } from './s3.ts'
import type { BlobStore } from './store.ts'

export function openBlobs(config: Config): BlobStore {
  const { dataDir, s3Url, s3Region, s3AccessKeyId, s3SecretAccessKey, s3DirectUploads } = config
  if (!s3Url) return new DiskBlobs(join(dataDir, 'uploads'))
  return new S3Blobs({
    url: s3Url,
    region: s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    takesParts: s3DirectUploads === 'on',
  })
}
