import assert from 'node:assert/strict'
import { test as base } from 'vitest'
import { roles, type UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { foundOrganization } from '../../src/features/people/organization-settings/actions/found.ts'
import { createUser } from '../../src/features/people/users/actions/index.ts'
import { hashPassword } from '../../src/features/people/users/api-key.ts'
import { Person } from './person.ts'
import { startServer, type TestServer } from './server.ts'

export { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
export { type Ended, runHere, serveHere } from './command.ts'
export { cpuMsOf } from './cpu.ts'
export { copyDirectory, prepareDirectory, readSnapshot } from './directory.ts'
export { Person, Watch } from './person.ts'
export { freePort } from './port.ts'
export { foundSociety, RealServer } from './process.ts'
export { chance, exploration, explorationPatience, holds, isThorough, sample } from './property.ts'
export { startServer, TestClock, type TestServer, transportTo } from './server.ts'
export { assert }

let organizations = 0
/** perf: all users share a password, because hashing one takes longer than the rest of creating an organization */
let passwordHash: Promise<string> | undefined

/** Turns off notices in new channels, for tests that count messages. */
async function withoutChannelNotices(tx: Tx, orgId: number): Promise<void> {
  const off = `jsonb_build_object('send_channel_events_messages', false)`
  await raw(tx, `update organization set settings = settings || ${off} where id = $1`, [orgId])
}

/** perf: one statement; marking what's there as read through the API takes as long as creating an account. */
async function markEverythingRead(tx: Tx, userId: UserId): Promise<void> {
  await raw(
    tx,
    `insert into read_state (org_id, user_id, conversation_id, read)
     select org_id, $1, conversation_id, int8multirange(int8range(1, max(id) + 1)) from message
     where conversation_id in (
       select conversation_id from conversation_member where user_id = $1
       union select c.conversation_id from subscription s join channel c on c.id = s.channel_id where s.user_id = $1)
     group by org_id, conversation_id
     on conflict (user_id, conversation_id) do update set read = read_state.read + excluded.read`,
    [userId],
  )
}

/** A test's own organization, on the test file's server. */
export class TestOrganization {
  readonly server: TestServer
  readonly subdomain: string
  readonly org: Organization
  readonly owner: Person

  constructor(server: TestServer, subdomain: string, org: Organization, owner: Person) {
    this.server = server
    this.subdomain = subdomain
    this.org = org
    this.owner = owner
  }

  static async found(server: TestServer): Promise<TestOrganization> {
    passwordHash ??= hashPassword('correct horse battery')
    const subdomain = `org${++organizations}-${process.pid}`
    const { org, owner } = await foundOrganization(server.runtime, {
      name: 'Analytical Engine Society',
      subdomain,
      owner: { full_name: 'Ada', email: `ada@${subdomain}.example`, password_hash: await passwordHash },
      alongside: withoutChannelNotices,
    })
    await org.transact(null, ({ tx }) => markEverythingRead(tx, owner.id))
    return new TestOrganization(server, subdomain, org, new Person(server, org, subdomain, owner))
  }

  async join(
    full_name: string,
    role: number = roles.member,
    more: { bot_type?: number; bot_owner_id?: UserId } = {},
  ): Promise<Person> {
    const slug = full_name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const email = `${slug}@${this.subdomain}.example`
    const account = await this.org.transact(null, async (mutation) => {
      const account = await createUser(mutation, { email, full_name, role, ...more })
      if (!more.bot_type) await markEverythingRead(mutation.tx, account.id)
      return account
    })
    return new Person(this.server, this.org, this.subdomain, account)
  }
}

interface Fixtures {
  society: TestOrganization
  /** The owner. */
  ada: Person
  /** Members. */
  ben: Person
  cleo: Person
  /** A guest. */
  gus: Person
  /** An administrator. */
  ines: Person
  /** A moderator. */
  momo: Person
}

/** Each test has its own organization; people join when the test names them. */
export const test = base.extend<Fixtures & { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  society: async ({ server }, use) => use(await TestOrganization.found(server)),
  ada: async ({ society }, use) => use(society.owner),
  ben: async ({ society }, use) => use(await society.join('Ben')),
  cleo: async ({ society }, use) => use(await society.join('Cleo')),
  gus: async ({ society }, use) => use(await society.join('Gus', roles.guest)),
  ines: async ({ society }, use) => use(await society.join('Inés', roles.administrator)),
  momo: async ({ society }, use) => use(await society.join('Momo', roles.moderator)),
})
