import { backupsOptions } from './declared/backups.ts'
import { commonOptions } from './declared/common.ts'
import { databaseOptions } from './declared/database.ts'
import { limitsOptions } from './declared/limits.ts'
import { mailOptions } from './declared/mail.ts'
import { monitoringOptions } from './declared/monitoring.ts'
import { networkOptions } from './declared/network.ts'
import { processesOptions } from './declared/processes.ts'
import { storageOptions } from './declared/storage.ts'

/** The platform's options. Features declare theirs in `options.ts`. */
export const platformOptions = {
  ...commonOptions,
  ...networkOptions,
  ...databaseOptions,
  ...processesOptions,
  ...limitsOptions,
  ...monitoringOptions,
  ...storageOptions,
  ...mailOptions,
  ...backupsOptions,
}
