import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { emailTaken, userAdded } from './api.ts'
import { newApiKey } from './credentials.ts'
import type { Account } from './mirror.ts'
import * as store from './store.ts'
import { userObject } from './wire.ts'

export interface NewUser {
  email: string
  full_name: string
  role: number
  password_hash?: string | null
  bot_type?: number | null
  bot_owner_id?: number | null
  timezone?: string
}

/** After an account was made, in the same transaction: subscriptions, a welcome. */
export const userCreated = hook<[Account]>()

/** Makes an account and tells everybody. */
export async function createUser(act: Act, user: NewUser): Promise<Account> {
  const { tx, now, org } = act
  if (await store.emailExists(tx, org.id, user.email)) throw emailTaken({}, { email: user.email })
  const account = await store.insert(tx, { org_id: org.id, api_key: newApiKey(), created_at: now, ...user })
  const everybody = { id: 0, role: 400 }
  act.emit(userAdded, { person: userObject(org, everybody, account) }, { everyone: true })
  await userCreated(act, account)
  return account
}
