import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalidApiKey, rateLimitHit, type UserId, userDeactivated } from '#contract'
import { queueKeyOf, Semaphore } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { checkOpen } from '../organization/actions.ts'
import type { Account } from './account.ts'
import { peopleCache } from './cache.ts'
import { apiEmail } from './email-address.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Exactly 32 one-byte characters: mobile clients combine keys with a one-time pad of that length. */
export function newApiKey(): string {
  let key = ''
  while (key.length < 32)
    for (const byte of randomBytes(48)) if (byte < 248 && key.length < 32) key += letters[byte % 62]
  return key
}

/** Maximum passwords waiting ahead: a few seconds' worth. Later requests have to retry. */
export const maxQueued = 50

/** Each occupies one of a few shared threads for tens of milliseconds. */
const passwords = new Semaphore({ most: 1 })

/** Runs password hashing one at a time; the queue is the organization's. */
export const inQueue = <T>(work: () => Promise<T>, queueKey = queueKeyOf(0)): Promise<T> =>
  passwords.through(queueKey, work)

/** For client requests; throws if too many are waiting ahead. */
export async function inShortQueue<T>(queueKey: string, work: () => Promise<T>): Promise<T> {
  if (passwords.ahead(queueKey) < maxQueued) return inQueue(work, queueKey)
  throw rateLimitHit(1)
}

/** argon2id; takes tens of milliseconds, so never call it in a transaction. */
export const hashPassword = (password: string, org?: Organization): Promise<string> =>
  inQueue(() => hash(password), queueKeyOf(org?.id ?? 0))

let decoy: Promise<string> | undefined
/** Takes equally long without a password, so that timing doesn't reveal accounts. */
export async function passwordFits(
  stored: string | null,
  password: string,
  { org, network }: { org: Organization; network: string },
): Promise<boolean> {
  const queueKey = queueKeyOf(org.id, network)
  if (stored !== null) return inShortQueue(queueKey, () => verify(stored, password))
  decoy ??= hashPassword(newApiKey())
  const other = await decoy
  await inShortQueue(queueKey, () => verify(other, password))
  return false
}

/**
 * Whether a name is one of an account's. compat: one client keeps the address that was typed at sign-in, which may be
 * the real one.
 */
export function goesBy(org: Organization, account: Account, name: string): boolean {
  const given = name.toLowerCase()
  return given === account.deliveryEmail.toLowerCase() || given === apiEmail(org, account).toLowerCase()
}

/** Authenticates by API key; the name, if given, must be one of the account's. */
export function authenticate(org: Organization, name: string | null, apiKey: string): UserId {
  const account = org.get(peopleCache).withApiKey(apiKey)
  if (!account) throw invalidApiKey()
  if (name !== null && !goesBy(org, account, name)) throw invalidApiKey()
  checkOpen(org)
  if (!account.isActive) throw userDeactivated()
  return account.id
}
