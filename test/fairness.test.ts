import { assert, Person, TestOrganization, test } from '#test'
import { getMessages } from '../src/features/messages/messages/api/fetch.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { crowd } from './harness/crowd.ts'

test('many programs of one organization keep another waiting for a few of them only', async ({ society }) => {
  const { server, org, subdomain } = society
  const other = await TestOrganization.found(server)
  const programs = (await crowd(society, 50)).map(
    (id) => new Person(server, org, subdomain, org.get(peopleCache).byId.get(id) as Account),
  )
  const order: string[] = []
  const ask = async (person: Person, name: string) => {
    await person.call(getMessages, { anchor: 'newest', num_before: 20, num_after: 0 })
    order.push(name)
  }
  // so that what the first of all needs once is not in the way
  await Promise.all([...programs, other.owner].map((person) => ask(person, 'before')))
  order.length = 0
  const flood = programs.flatMap((person) => [ask(person, 'flood'), ask(person, 'flood'), ask(person, 'flood')])
  while (order.length === 0) await new Promise(setImmediate)
  const begun = order.length
  await ask(other.owner, 'other')
  const between = order.indexOf('other') - begun
  await Promise.all(flood)
  // one after the other it would be behind all of them; of each account, behind some thirty
  assert.ok(between < 15, `${between} others came before`)
})
