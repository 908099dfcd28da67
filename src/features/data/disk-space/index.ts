import type { Feature } from '#platform/serve'
import { warnOwners } from './actions.ts'

/** Warns owners before the disk of the server is full; the log and the metrics are the platform's. */
export const diskSpaceFeature: Feature = {
  name: 'disk-space',
  repeated: [{ name: 'warning of a full disk', everySecs: 30, run: (org, server) => warnOwners(org, server) }],
}
