import { z } from '#contract'
import { parseInterval, parseKeepRules } from '../intervals.ts'
import { option, whole } from '../option.ts'
import { inSection } from '../section.ts'

export const backupsOptions = inSection('backups', {
  backupEvery: option(
    z
      .string()
      .refine((text) => text === 'off' || parseInterval(text) !== undefined, {
        error: ({ input }) => `'${input}' is neither off nor a time such as 30min, 6h or 1d`,
      })
      .optional(),
    'TIME',
    'How often a running server makes a backup: 30min, 6h, 1d, or off. Defaults to 6h with the embedded database and off with PostgreSQL.',
  ),
  backupKeep: option(
    z
      .string()
      .default('7d,4w')
      .refine((text) => parseKeepRules(text), {
        error: ({ input }) => `'${input}' is no list such as 24h,7d,4w,12m`,
      }),
    'LIST',
    'Which backups to keep: 7d,4w keeps the newest of each of the last 7 days and 4 weeks, plus all from the last 24 hours. Units are h, d, w, and m (30 days).',
    { repeats: true },
  ),
  backupTo: option(
    z.string().min(1).optional(),
    'FOLDER|URL',
    'Where to store backups: a folder, s3://BUCKET/FOLDER, or the https:// URL of an S3-compatible bucket, with the region and access key of the bucket for files. Defaults to backups in the data directory.',
  ),
  backupKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    "File with 32 random bytes in base64, used to encrypt backups. Without this file, the backups can't be restored.",
  ),
  backupNice: option(
    whole(15, 0, 19),
    'N',
    'CPU priority (niceness) of making and verifying backups, from 0 (normal) to 19 (lowest). On a busy machine, a high value makes backups much slower.',
  ),
})
