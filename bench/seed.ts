import { join } from 'node:path'
import { roles } from '#contract'
import { readConfig } from '#platform/config'
import { Database, migrate, openEmbedded, openServer } from '#platform/db'
import { Runtime } from '#platform/runtime'
import { features } from '../src/app.ts'
import { options } from '../src/command/options.ts'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { createUser } from '../src/features/people/users/actions/index.ts'

export interface Seeded {
  runtime: Runtime
  owner: Account
  close(): Promise<void>
}

/** An organization in a new database, through the real actions, in this process. */
export async function seed(target: { dataDir?: string; databaseUrl?: string }): Promise<Seeded> {
  const driver = target.databaseUrl
    ? // filling it with a million messages takes statements of minutes
      await openServer(target.databaseUrl, { statementSecs: Number.POSITIVE_INFINITY })
    : await openEmbedded({ dataDir: join(target.dataDir as string, 'database') })
  await migrate(driver)
  const config = readConfig(
    options,
    { rateLimits: 'off', logLevel: 'silent', ...(target.dataDir ? { dataDir: target.dataDir } : {}) },
    {},
  )
  const runtime = new Runtime({ config, db: new Database(driver), features })
  const { owner } = await foundOrganization(runtime, {
    name: 'Benchmark',
    subdomain: '',
    owner: { full_name: 'Owner', email: 'owner@bench.example', password: 'only for the benchmark' },
  })
  return {
    runtime,
    owner,
    async close() {
      await runtime.stop()
      await runtime.db.close()
    },
  }
}

/** People named `Prefix 1`, `Prefix 2`…, in order. */
export async function people({ runtime, owner }: Seeded, count: number, prefix: string): Promise<Account[]> {
  const org = await runtime.organization(1)
  const made: Account[] = []
  for (let number = 1; number <= count; number++) {
    const email = `${prefix.toLowerCase().replaceAll(' ', '-')}-${number}@bench.example`
    made.push(
      await org.transact(owner.id, (mutation) =>
        createUser(mutation, { email, full_name: `${prefix} ${number}`, role: roles.member }),
      ),
    )
  }
  return made
}
