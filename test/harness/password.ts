import type { Account } from '../../src/features/people/users/account.ts'
import { changePassword } from '../../src/features/people/users/actions/index.ts'
import { hashPassword } from '../../src/features/people/users/api-key.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import type { Person } from './person.ts'

/** Only whoever founds an organization has a password at first. */
export async function givePassword({ org, id }: Person, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await org.transact(null, (mutation) =>
    changePassword(mutation, mutation.get(peopleCache).byId.get(id) as Account, hash),
  )
}
