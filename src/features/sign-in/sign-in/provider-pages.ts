import type { ApiError } from '#contract'
import { type OpenContext, type PageAnswer, Redirect, type Server } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { loginPath, providersOf } from '../../people/organization/sign-in-methods.ts'
import { orLogRefusal } from '../../people/users/refused-sign-in.ts'
import { lookAt } from '../accounts/actions/index.ts'
import { admissionOf } from '../accounts/actions/join.ts'
import { cancelled, methodOff, notStarted, providerAbsent, providerNotBelieved } from './api.ts'
import { attemptIn, attemptLifeMs, cookieOf, isState } from './attempt-cookie.ts'
import type { Identity } from './identity.ts'
import { type OidcProvider, oidcProviders } from './oidc-provider.ts'
import { Connection, ProviderError } from './provider.ts'
import { receiverIn } from './receiver.ts'
import { signInOrAskToAccept } from './rules-pages.ts'

const connections = new WeakMap<Server, WeakMap<OidcProvider, Connection>>()

function connectionTo(provider: OidcProvider, server: Server): Connection {
  const all = connections.get(server) ?? new WeakMap<OidcProvider, Connection>()
  connections.set(server, all)
  const one = all.get(provider) ?? new Connection(provider, server.outbound)
  all.set(provider, one)
  return one
}

/** The provider, if the organization allows it. */
export function usableProvider({ org, server }: OpenContext, name: string | undefined): OidcProvider {
  const isOn = providersOf(server.config, org).some((one) => one.kind === 'oidc' && one.name === name)
  const provider = isOn && oidcProviders(server.config).find((one) => one.name === name)
  if (!provider) throw methodOff()
  return provider
}

/** The redirect URI registered with the provider: on the organization's own host. */
const redirectUri = ({ org, server }: OpenContext, provider: OidcProvider): string =>
  `${server.organizationUrl(org.get(organizationCache).subdomain)}${loginPath(provider)}/callback`

/** Redirects to the provider, with the attempt sealed in a cookie. */
export async function begin(
  ctx: OpenContext,
  name: string | undefined,
  query: URLSearchParams,
  invitationKey?: string,
): Promise<PageAnswer> {
  checkOpen(ctx.org)
  const provider = usableProvider(ctx, name)
  const receiver = receiverIn((parameter) => query.get(parameter))
  // check the invitation before leaving the site
  if (invitationKey !== undefined) await lookAt(ctx, (reader) => admissionOf(reader, invitationKey))
  const { org, server } = ctx
  const { url, ...secrets } = await asking(ctx, provider, (one) => one.begin(redirectUri(ctx, provider)))
  const expiresAt = server.now().getTime() + attemptLifeMs
  const attempt = { orgId: org.id, provider: provider.name, receiver, invitationKey, expiresAt, ...secrets }
  return new Redirect(url, [cookieOf(provider, attempt)])
}

export const finish = (ctx: OpenContext, name: string | undefined, query: URLSearchParams): Promise<PageAnswer> =>
  orLogRefusal(ctx, { method: 'provider' }, () => finishAttempt(ctx, name, query))

async function finishAttempt(ctx: OpenContext, name: string | undefined, query: URLSearchParams): Promise<PageAnswer> {
  checkOpen(ctx.org)
  const provider = usableProvider(ctx, name)
  const attempt = attemptIn(ctx.request.cookies, provider, ctx.org.id, ctx.server.now())
  if (!attempt || !isState(attempt, query.get('state'))) throw notStarted()
  if (query.has('error')) throw cancelled({}, { provider: provider.displayName })
  const address = new URL(redirectUri(ctx, provider))
  address.search = query.toString()
  const identity = await asking(ctx, provider, (one) => limited(ctx, provider, () => one.finish(address, attempt)))
  const { invitationKey, receiver } = attempt
  return signInOrAskToAccept(ctx, { provider: provider.displayName, identity, invitationKey, receiver })
}

/** Counts only codes unknown to the provider as guesses, limited like those of passwords. */
async function limited(
  { request }: OpenContext,
  { name }: OidcProvider,
  work: () => Promise<Identity>,
): Promise<Identity> {
  let outcome: { identity: Identity } | { error: unknown } | undefined
  await request.tryFromHere(`sign-in with ${name}`, async () => {
    outcome = await work().then(
      (identity) => ({ identity }),
      (error: unknown) => ({ error }),
    )
    return !('error' in outcome && outcome.error instanceof ProviderError && outcome.error.kind === 'unknown code')
  })
  if (outcome && 'identity' in outcome) return outcome.identity
  throw outcome?.error
}

async function asking<T>(
  { request, server }: OpenContext,
  provider: OidcProvider,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await work(connectionTo(provider, server))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    request.warn(`sign-in with ${provider.name}: ${error.message}`)
    throw sayable(error, provider)
  }
}

function sayable({ kind }: ProviderError, { displayName: provider }: OidcProvider): ApiError {
  if (kind === 'absent') return providerAbsent({}, { provider })
  return kind === 'unknown code' ? notStarted() : providerNotBelieved({}, { provider })
}
