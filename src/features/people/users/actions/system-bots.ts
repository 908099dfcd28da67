import { botTypes, roles } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { type Account, type SystemBotName, systemBots } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { peopleCache } from '../cache.ts'
import { accountChanged } from '../states.ts'
import * as store from '../store.ts'

/** System bots of an organization being created; `host` is its URL's. */
export async function makeSystemBots(tx: Tx, orgId: number, host: string, now: Date): Promise<void> {
  const names = Object.keys(systemBots) as SystemBotName[]
  await store.insertAll(
    tx,
    names.map((name) => newSystemBot(orgId, name, host, now)),
  )
}

const newSystemBot = (org_id: number, name: SystemBotName, host: string, created_at: Date) => ({
  org_id,
  email: `${name}@${host}`,
  full_name: systemBots[name],
  role: roles.member,
  bot_type: botTypes.generic,
  is_system_bot: true,
  api_key: newApiKey(),
  created_at,
})

/** Creates a system bot missing from an imported organization. Clients get it when they next register. */
export async function ensureSystemBot(mutation: Mutation, name: SystemBotName): Promise<Account> {
  const people = mutation.get(peopleCache)
  const known = people.findSystemBot(name)
  if (known) return known
  const host = people.systemBot('notification-bot').deliveryEmail.split('@')[1] as string
  const account = await store.insert(mutation.tx, newSystemBot(mutation.org.id, name, host, mutation.now))
  mutation.emit(accountChanged, { user_id: account.id })
  return account
}
