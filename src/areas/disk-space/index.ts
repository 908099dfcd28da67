import type { Area } from '#platform/serve'
import { warnOwners } from './actions.ts'

/** Warns owners before the disk of the server is full; the log and the metrics are the platform's. */
export const diskSpaceArea: Area = {
  name: 'disk-space',
  repeated: [{ name: 'warning of a full disk', everySecs: 30, run: (org, server) => warnOwners(org, server) }],
}
