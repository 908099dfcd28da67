import type { UserId } from '#contract'
import { addImportedAccounts, setImportedAvatar } from '../../../people/users/actions/imported.ts'
import { keepPicture } from '../../../people/users/avatars/actions.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { withCopy } from '../file-copy.ts'
import { type Import, personId } from '../import.ts'
import { botTypeOf, type PlannedPerson, placeholder } from '../people-plan.ts'
import { insertMappings } from '../store.ts'
import type { Target } from '../target.ts'

const together = 200
const maxPictureBytes = 20 * 2 ** 20

/** Creates the missing accounts, people before their bots. */
export async function writePeople(one: Import, mapped: Target['mapped']['person']): Promise<void> {
  const all = [...one.people.values()]
  const made = new Set<string>()
  for (const isBot of [false, true])
    for (const key of await makeAccounts(
      one,
      all.filter((person) => person.isBot === isBot),
    ))
      made.add(key)
  await note(
    one,
    all.filter(({ key, id }) => id !== undefined && !mapped.has(key) && !made.has(key)),
  )
}

/** Returns the keys of people who got a new account; those who share an address share an account. */
async function makeAccounts(one: Import, people: readonly PlannedPerson[]): Promise<string[]> {
  const { org, job } = one
  const missing = people.filter(({ id }) => id === undefined)
  const byEmail = new Map(missing.map((person) => [person.email.toLowerCase(), person]))
  const first = [...byEmail.values()]
  for (let from = 0; from < first.length; from += together) {
    const some = first.slice(from, from + together)
    const ids = await org.transact(null, async (mutation) => {
      const accounts = await addImportedAccounts(
        mutation,
        some.map((person) => ({
          email: person.email,
          fullName: person.name,
          role: person.role,
          botType: botTypeOf(person),
          botOwnerId: (person.owner === undefined ? undefined : personId(one, person.owner)) ?? null,
          timezone: person.timezone,
          createdAt: person.createdAt ?? mutation.now,
          isClaimable: person.isClaimable,
        })),
      )
      const rows = some.map(({ key }, index) => ({ key, id: accounts[index]?.id as UserId, made: true }))
      await insertMappings(mutation.tx, job, 'person', rows)
      return accounts.map(({ id }) => id)
    })
    for (const [index, person] of some.entries()) person.id = ids[index]
  }
  for (const person of missing) person.id ??= byEmail.get(person.email.toLowerCase())?.id
  return first.map(({ key }) => key)
}

export async function writePlaceholders(one: Import, keys: readonly string[]): Promise<void> {
  const people = keys.map((key) => placeholder(key, one.originName))
  for (const person of people) one.people.set(person.key, person)
  await makeAccounts(one, people)
}

async function note({ org, job }: Import, people: readonly PlannedPerson[]): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ key, id }) => ({ key, id: id as UserId, made: false }))
  await org.transact(null, ({ tx }) => insertMappings(tx, job, 'person', rows))
}

export async function writeAvatars(one: Import): Promise<void> {
  const { org, blobs, scratch, report } = one
  for (const { avatar, id, name } of one.people.values()) {
    const account = id === undefined ? undefined : org.get(peopleCache).byId.get(id)
    if (!avatar || !account || account.isActive || account.avatarKey !== null || account.isDeleted) continue
    try {
      const key = await withCopy(avatar, { folder: scratch, most: maxPictureBytes }, (path) =>
        keepPicture(blobs, org.id, account.id, path),
      )
      await org.transact(null, (mutation) => setImportedAvatar(mutation, account, key))
    } catch (error) {
      report.lose({ loss: 'Unreadable profile pictures', where: `${name}: ${(error as Error).message}` })
    }
  }
}
