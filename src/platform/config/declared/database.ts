import { z } from '#contract'
import { databaseAddressError, replicaAddresses } from '../database-addresses.ts'
import { parseDatabases } from '../further-databases.ts'
import { oneOf, option, timeout, whole } from '../option.ts'
import { inSection } from '../section.ts'

const databaseAddress = () =>
  z.string().refine((url) => databaseAddressError(url) === undefined, {
    error: ({ input }) => databaseAddressError(input as string),
  })

export const databaseOptions = inSection('database', {
  databaseUrl: option(
    databaseAddress().optional(),
    'URL',
    'PostgreSQL server (15 or newer) to use instead of the embedded database. With several hosts (postgres://USER@ONE:5432,OTHER:5432/NAME), the current primary is used. If the URL contains a password, set it in the environment.',
    { secret: true },
  ),
  databaseSessionUrl: option(
    databaseAddress().optional(),
    'URL',
    'Direct connection to the same database, if --database-url points to PgBouncer in transaction mode. Used where a session is required.',
    { secret: true },
  ),
  databaseReadUrl: option(
    z
      .string()
      .refine((text) => replicaAddresses(text).every((url) => databaseAddressError(url) === undefined), {
        error: 'must be addresses that begin with postgres://, separated by commas',
      })
      .optional(),
    'URL,…',
    'Read replicas of --database-url. Messages are read and searched there if the replica has caught up with what clients have seen. May be given several times.',
    { repeats: true, secret: true },
  ),
  databases: option(
    z
      .string()
      .refine((text) => parseDatabases(text), {
        error:
          'must be like east=postgres://USER@HOST/NAME: small letters, digits and hyphens, each name once, none of them home',
      })
      .optional(),
    'NAME=URL,…',
    'Additional PostgreSQL databases that can hold organizations. May be given several times.',
    { repeats: true, secret: true },
  ),
  databaseCacheMb: option(whole(32, 1, 1024), 'N', 'Page cache of the embedded database, in MiB.'),
  databaseStatementSeconds: option(
    timeout(20, 3_600),
    'N',
    'Timeout for one database statement of a request, in seconds. An embedded database that exceeds it is restarted.',
  ),
  databaseSync: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Flush each commit of the embedded database to disk. Turning this off is faster, but a power failure can corrupt the database.',
  ),
  databaseConnections: option(whole(20, 1, 10_000), 'N', 'Maximum number of PostgreSQL connections.'),
  databaseConnectSeconds: option(timeout(5), 'N', 'How long a request waits for a PostgreSQL connection, in seconds.'),
})
