import { z } from '#contract'
import { oneOf, option, webAddress } from '../option.ts'
import { inSection } from '../section.ts'

export const storageOptions = inSection('storage', {
  s3Url: option(
    webAddress().optional(),
    'URL',
    "S3-compatible bucket, and optionally a folder, for uploaded files. By default, they're stored in the data directory.",
  ),
  s3Region: option(z.string().default('us-east-1'), 'REGION', 'Region of the bucket.'),
  s3AccessKeyId: option(z.string().default(''), 'ID', 'Access key for the bucket.'),
  s3SecretAccessKey: option(
    z.string().default(''),
    'SECRET',
    'Secret access key for the bucket. Set it in the environment.',
  ),
  s3DirectUploads: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Let clients upload large files directly to the bucket with presigned URLs. The bucket must allow this (CORS).',
  ),
})
