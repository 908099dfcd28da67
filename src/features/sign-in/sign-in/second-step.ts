import { createHash } from 'node:crypto'
import { userDeactivated } from '#contract'
import { secretsOf } from '#platform/secrets'
import type { OpenContext } from '#platform/serve'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { noSuchToken } from './api.ts'

/** A sign-in after its first step, stored sealed in the form. */
interface HalfWay {
  readonly userId: number
  /** Changes with the password and the API key. */
  readonly stamp: string
  /** UNIX milliseconds. */
  readonly expiresAt: number
}

const lifeMs = 10 * 60_000
const purpose = 'half of a sign-in'

const stampOf = ({ apiKey }: Account): string => createHash('sha256').update(`half ${apiKey}`).digest('base64url')

export function ticketFor({ org, server }: OpenContext, account: Account): string {
  const half: HalfWay = {
    userId: account.id,
    stamp: stampOf(account),
    expiresAt: server.now().getTime() + lifeMs,
  }
  return secretsOf(server.config).seal(purpose, `organization ${org.id}`, JSON.stringify(half))
}

/** Throws if the ticket expired, is for another organization, or predates a new password. */
export function accountOfTicket({ org, server }: OpenContext, ticket: string): Account {
  const text = secretsOf(server.config).open(purpose, `organization ${org.id}`, ticket)
  const half = text === undefined ? undefined : (JSON.parse(text) as HalfWay)
  const account = half && org.get(peopleCache).byId.get(half.userId as Account['id'])
  if (!account || half.expiresAt <= server.now().getTime() || half.stamp !== stampOf(account)) throw noSuchToken()
  if (!account.isActive) throw userDeactivated()
  return account
}
