import type { Scope } from '#contract'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { createAccessToken } from '../../src/features/sign-in/access-tokens/api.ts'
import type { TestOrganization } from './index.ts'
import { Person } from './person.ts'

let made = 0

interface Made {
  readonly name?: string
  readonly scopes?: Scope[]
  readonly channel_ids?: number[]
}

/** A program that acts for somebody, with a token in place of the key. */
export async function agentFor(society: TestOrganization, person: Person, asked: Made = {}) {
  const given = { name: `agent ${++made}`, scopes: ['read', 'write'] as Scope[], ...asked }
  const { token, access_token } = await person.call(createAccessToken, given)
  const account = society.org.get(peopleCache).byId.get(person.id)
  if (!account) throw new Error(`There is no ${person.name}`)
  const agent = new Person(society.server, society.org, society.subdomain, { ...account, apiKey: token })
  return Object.assign(agent, { tokenId: access_token.id })
}
