import { ApiError, roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { organizationCache } from '../../features/people/organization/cache.ts'
import * as actions from '../../features/people/users/actions/index.ts'
import { hashPassword } from '../../features/people/users/api-key.ts'
import { peopleCache } from '../../features/people/users/cache.ts'
import { checkNewPassword } from '../../features/people/users/new-password.ts'
import { organizationNamed } from './organizations.ts'
import type { RoleName } from './users.ts'

export interface UserToImport {
  /** Line number in the file, from 1. */
  line: number
  email: string
  full_name: string
  role: RoleName
  /** Without one, the user signs in another way or requests a link to set one. */
  password?: string | undefined
}

/** The result for a line. Existing accounts aren't changed. */
export interface ImportedUser {
  line: number
  email: string
  outcome: 'created' | 'present' | 'failed'
  user_id?: UserId
  error?: string
}

/** perf: hashes take tens of milliseconds each, in parallel; transactions made together share a commit */
const together = 16

/** Creates accounts one by one; a failure doesn't affect the others. */
export async function importUsers(
  runtime: Runtime,
  input: { org?: string; people: UserToImport[]; dryRun: boolean },
): Promise<ImportedUser[]> {
  const org = await organizationNamed(runtime, input.org)
  const done: ImportedUser[] = []
  for (let from = 0; from < input.people.length; from += together) {
    const some = input.people.slice(from, from + together)
    // hashed first, so that accounts are created in the order of the file
    const hashes = await Promise.all(some.map((one) => hashFor(org, one, input.dryRun)))
    const making = some.map((one, index) => importUser(org, one, hashes[index] ?? null, input.dryRun))
    done.push(...(await Promise.all(making)))
  }
  return done
}

const accountOf = (org: Organization, email: string) => org.get(peopleCache).withDeliveryEmail(email)

/** Hashes a new account's password, or returns the error if it's too easy to guess. */
async function hashFor(
  org: Organization,
  { email, full_name, password }: UserToImport,
  dryRun: boolean,
): Promise<string | null | ApiError> {
  if (password === undefined || accountOf(org, email)) return null
  const owner = { organization: org.get(organizationCache).name, fullName: full_name, email }
  try {
    await checkNewPassword(password, owner)
    return dryRun ? null : await hashPassword(password)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

async function importUser(
  org: Organization,
  person: UserToImport,
  password_hash: string | null | ApiError,
  dryRun: boolean,
): Promise<ImportedUser> {
  const { line, email, full_name } = person
  const present = accountOf(org, email)
  if (present) return { line, email, outcome: 'present', user_id: present.id }
  if (password_hash instanceof ApiError) return { line, email, outcome: 'failed', error: password_hash.message }
  if (dryRun) return { line, email, outcome: 'created' }
  try {
    const { id } = await org.transact(null, (mutation) =>
      actions.createUser(mutation, { email, full_name, role: roles[person.role], password_hash }),
    )
    return { line, email, outcome: 'created', user_id: id }
  } catch (error) {
    if (error instanceof ApiError) return { line, email, outcome: 'failed', error: error.message }
    throw error
  }
}
