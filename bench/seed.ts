import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { roles } from '#contract'
import { projectRoot, readConfig } from '#platform/config'
import { Database, migrate, openEmbedded, openServer } from '#platform/db'
import { Runtime } from '#platform/runtime'
import { features } from '../src/app.ts'
import { options } from '../src/command/options.ts'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { createUser } from '../src/features/people/users/actions/index.ts'

export interface RealMessage {
  channel: string
  topic: string
  sender: string
  timestamp: number
  content: string
}

/** The real conversation, if its file is available; else a few made-up lines, repeated. */
export function texts(): RealMessage[] {
  const file = join(projectRoot, '..', 'shared', 'data', 'community-messages.jsonl.gz')
  if (existsSync(file))
    return gunzipSync(readFileSync(file))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  return Array.from({ length: 33_000 }, (_, n) => ({
    channel: `channel ${n % 35}`,
    topic: `topic ${n % 2463}`,
    sender: `Member ${n % 768}`,
    timestamp: 1_730_000_000 + n * 60,
    content: `Message number ${n} with **some** \`markup\` and a [link](https://example.org/${n}).`,
  }))
}

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
