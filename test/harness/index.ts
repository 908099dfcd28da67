import assert from 'node:assert/strict'
import { test as base } from 'vitest'
import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { foundOrganization } from '../../src/areas/founding/actions.ts'
import { createUser } from '../../src/areas/users/actions/index.ts'
import { hashPassword } from '../../src/areas/users/api-key.ts'
import { Person } from './person.ts'
import { startServer, type TestServer } from './server.ts'

export { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
export { type Ended, runHere, serveHere } from './command.ts'
export { copyDirectory, prepareDirectory, readSnapshot } from './directory.ts'
export { Person, Watch } from './person.ts'
export { freePort } from './port.ts'
export { foundSociety, RealServer } from './process.ts'
export { chance, exploration, explorationPatience, holds } from './property.ts'
export { startServer, TestClock, type TestServer, transportTo } from './server.ts'
export { assert }

let organizations = 0
/** perf: everybody's password is the same, and a hash takes longer than all the rest of founding an organization */
let passwordHash: Promise<string> | undefined

/** An organization of one test's own, on the file's server. */
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
    })
    const ada = new Person(server, org, subdomain, owner)
    // notices in new channels would be in the way of whoever counts messages
    await ada.send('PATCH', '/realm', { send_channel_events_messages: false })
    await ada.send('POST', '/mark_all_as_read')
    return new TestOrganization(server, subdomain, org, ada)
  }

  /** Somebody new. */
  async join(
    full_name: string,
    role: number = roles.member,
    more: { bot_type?: number; bot_owner_id?: UserId } = {},
  ): Promise<Person> {
    const slug = full_name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const email = `${slug}@${this.subdomain}.example`
    const account = await this.org.write(null, (act) => createUser(act, { email, full_name, role, ...more }))
    const person = new Person(this.server, this.org, this.subdomain, account)
    // the welcome
    if (!more.bot_type) await person.send('POST', '/mark_all_as_read')
    return person
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

/** Each test has an organization of its own; people come into it as they are named. */
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
