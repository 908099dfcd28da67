import { notFound, type UserId } from '#contract'
import { sessionCookie } from '#platform/http'
import type { OpenContext, SignedIn } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import { settingsOf } from '../../people/organization/cache.ts'
import { organizationOptions } from '../../people/organization/options.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { sessionOf } from '../../sign-in/sessions/actions.ts'
import { isOn } from '../mcp/access.ts'
import { isDocumentUrl, type ProgramFacts, readDocument } from './client-document.ts'
import { registrationOff, unknownProgram } from './errors.ts'
import * as store from './store.ts'

type Place = Pick<OpenContext, 'org' | 'server'>

/** Whether programs can ask for access without being registered by an administrator. */
export const isRegistrationOn = ({ org, server }: Place): boolean =>
  organizationOptions(server.config).mcpRegistration === 'on' && settingsOf(org).enable_mcp_registration

/** Throws if OAuth is off. */
export function checkOn(place: Place): void {
  checkOpen(place.org)
  if (!isOn(place)) throw notFound()
}

export interface Person {
  readonly session: SignedIn
  readonly cookie: string
  readonly account: Account
}

export function personIn({ org, request }: OpenContext): Person | undefined {
  const cookie = request.cookies.get(sessionCookie) ?? ''
  const session = sessionOf(org, cookie)
  const account = session && org.get(peopleCache).byId.get(session.userId)
  return session && account?.isActive ? { session, cookie, account } : undefined
}

export interface Program extends ProgramFacts {
  readonly clientId: string
  /** The host of the client metadata document, which vouches for the name; undefined without one. */
  readonly vouchedBy: string | undefined
  /** Registered by an administrator. */
  readonly isTrusted: boolean
}

/** Cache lifetime of a document: long enough from displaying the consent page to submitting it. */
const keptMs = 5 * 60_000
const maxKept = 100
const kept = new WeakMap<object, Map<string, { readonly until: number; readonly facts: ProgramFacts }>>()

/** Throws an error that can be shown to the user if the program is unknown. */
export async function programWith(ctx: OpenContext, clientId: string): Promise<Program> {
  const row = await ctx.read((tx) => store.findClient(tx, ctx.org.id, clientId))
  const isTrusted = row?.made_known_by === 'administrator'
  if (!isTrusted && !isRegistrationOn(ctx)) throw registrationOff()
  if (row && row.made_known_by !== 'document')
    return { clientId, name: row.name, redirectUris: row.redirect_uris, vouchedBy: undefined, isTrusted }
  if (!isDocumentUrl(clientId)) throw unknownProgram()
  const facts = await documentOf(ctx, clientId)
  if (!facts) throw unknownProgram()
  return { ...facts, clientId, vouchedBy: new URL(clientId).host, isTrusted: false }
}

async function documentOf({ server, request }: OpenContext, url: string): Promise<ProgramFacts | undefined> {
  const all = kept.get(server) ?? new Map<string, { until: number; facts: ProgramFacts }>()
  kept.set(server, all)
  const now = server.now().getTime()
  const known = all.get(url)
  if (known && known.until > now) return known.facts
  const facts = await readDocument(server.outbound, url, (text) => request.warn(text))
  all.delete(url)
  if (facts) all.set(url, { until: now + keptMs, facts })
  for (const first of all.keys()) if (all.size > maxKept) all.delete(first)
  return facts
}

export const isActive = ({ org }: Pick<Place, 'org'>, id: UserId): boolean =>
  org.get(peopleCache).byId.get(id)?.isActive === true
