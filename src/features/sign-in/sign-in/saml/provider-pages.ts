import { randomBytes } from 'node:crypto'
import { notFound } from '#contract'
import { html } from '#platform/html'
import type { Organization } from '#platform/organization'
import { HtmlPage, type OpenContext, type PageAnswer, PublicDocument, Redirect, type Server } from '#platform/serve'
import { checkOpen } from '../../../people/organization/actions.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { providersOf } from '../../../people/organization/sign-in-methods.ts'
import { orLogRefusal } from '../../../people/users/refused-sign-in.ts'
import { lookAt } from '../../accounts/actions/index.ts'
import { admissionOf } from '../../accounts/actions/join.ts'
import { nextView } from '../../accounts/next-view.ts'
import { cancelled, methodOff, notStarted, providerNotBelieved } from '../api.ts'
import { attemptLifeMs } from '../attempt-cookie.ts'
import { type Receiver, receiverIn } from '../receiver.ts'
import { signInOrAskToAccept } from '../rules-pages.ts'
import { assertionIn, messageIn, type Recipient, SamlError } from './assertion.ts'
import * as attempts from './attempt.ts'
import { identityOf } from './identity.ts'
import { assertionLifeMs, clockSkewMs, maxRelayStateLength } from './limits.ts'
import { type SamlProvider, samlProviders } from './provider.ts'
import * as store from './store.ts'

/** compat: where providers that are set up for the public server send people to. */
export const consumerPath = '/complete/saml/'
export const metadataPath = '/saml/metadata.xml'

const recipientOf = (server: Server, org: Organization): Recipient => {
  const entityId = server.organizationUrl(org.get(organizationCache).subdomain)
  return { entityId, consumer: `${entityId}${consumerPath}` }
}

function usableProviders({ org, server }: Pick<OpenContext, 'org' | 'server'>): SamlProvider[] {
  const names = providersOf(server.config, org).flatMap(({ kind, name }) => (kind === 'saml' ? [name] : []))
  return samlProviders(server.config).filter(({ name }) => names.includes(name))
}

export function usableProvider(ctx: OpenContext, name: string | undefined): SamlProvider {
  const provider = usableProviders(ctx).find((one) => one.name === name)
  if (!provider) throw methodOff()
  return provider
}

export function metadata(ctx: OpenContext): PublicDocument {
  if (usableProviders(ctx).length === 0) throw notFound()
  const { entityId, consumer } = recipientOf(ctx.server, ctx.org)
  const { text } = html`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
<SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
<AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}"/>
</SPSSODescriptor>
</EntityDescriptor>
`
  return new PublicDocument('application/samlmetadata+xml', `<?xml version="1.0" encoding="UTF-8"?>\n${text}`, false)
}

/** Redirects to the provider, with the attempt sealed in a cookie. */
export async function begin(
  ctx: OpenContext,
  name: string | undefined,
  query: URLSearchParams,
  invitationKey?: string,
): Promise<PageAnswer> {
  const { org, server } = ctx
  checkOpen(org)
  const provider = usableProvider(ctx, name)
  const receiver = receiverIn((parameter) => query.get(parameter))
  // check the invitation before leaving the site
  if (invitationKey !== undefined) await lookAt(ctx, (reader) => admissionOf(reader, invitationKey))
  const { SAML } = await import('@node-saml/node-saml')
  const [requestId, relayState] = [`_${randomBytes(20).toString('hex')}`, randomBytes(24).toString('base64url')]
  const { entityId, consumer } = recipientOf(server, org)
  const library = new SAML({
    entryPoint: provider.entryPoint,
    callbackUrl: consumer,
    issuer: entityId,
    idpCert: [...provider.certificates],
    identifierFormat: provider.nameIdFormat ?? null,
    // the authentication method is the provider's choice
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
  const url = await library.getAuthorizeUrlAsync(relayState, undefined, {})
  const expiresAt = server.now().getTime() + attemptLifeMs
  const attempt = { provider: provider.name, requestId, relayState, receiver, invitationKey, expiresAt }
  return new Redirect(url, [attempts.attemptCookie(org, attempt)])
}

/** Takes the provider's form, which comes without cookies, and redirects to a request that has them. */
export async function consume(ctx: OpenContext, form: ReadonlyMap<string, string>): Promise<PageAnswer> {
  const { org, server, request } = ctx
  checkOpen(org)
  const providers = usableProviders(ctx)
  if (providers.length === 0) throw methodOff()
  let provider: SamlProvider | undefined
  try {
    const message = messageIn(form.get('SAMLResponse') ?? '')
    provider = providers.find(({ entityId }) => entityId === message.issuer)
    if (!provider) throw new SamlError('stranger', 'is of a provider that is not known here')
    const now = server.now()
    // parsing takes a while, twice: let other requests run in between
    await new Promise(setImmediate)
    const assertion = await assertionIn(message, provider, recipientOf(server, org), now)
    const answer = {
      provider: provider.name,
      assertionId: assertion.id,
      inResponseTo: assertion.inResponseTo,
      relayState: (form.get('RelayState') ?? '').slice(0, maxRelayStateLength),
      identity: identityOf(assertion, provider),
      expiresAt: now.getTime() + attempts.answerLifeMs,
    }
    return new Redirect(consumerPath, [attempts.answerCookie(org, answer)])
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    request.warn(`sign-in by SAML${provider ? ` with ${provider.name}` : ''}: what was sent ${error.message}`)
    const shown = { provider: provider?.displayName ?? 'SAML' }
    throw error.kind === 'refused' ? cancelled({}, shown) : providerNotBelieved({}, shown)
  }
}

export const finish = (ctx: OpenContext): Promise<PageAnswer> =>
  orLogRefusal(ctx, { method: 'provider' }, () => finishAttempt(ctx))

async function finishAttempt(ctx: OpenContext): Promise<PageAnswer> {
  const { org, server, request } = ctx
  checkOpen(org)
  const now = server.now()
  const answer = attempts.answerIn(org, request.cookies, now)
  if (!answer) throw notStarted()
  const provider = usableProvider(ctx, answer.provider)
  const { receiver, invitationKey } = begun(answer, provider, attempts.attemptIn(org, request.cookies, now))
  const isFirst = await ctx.transact(async ({ tx }) => {
    await store.removeExpired(tx, org.id, now)
    return store.useOnce(tx, {
      org_id: org.id,
      issuer: provider.entityId,
      assertion_id: answer.assertionId,
      expires_at: new Date(now.getTime() + assertionLifeMs + 3 * clockSkewMs),
    })
  })
  if (!isFirst) throw notStarted()
  const { identity } = answer
  return ended(await signInOrAskToAccept(ctx, { provider: provider.displayName, identity, invitationKey, receiver }))
}

/** The attempt that a response belongs to; an unsolicited one has at most a view to open. */
function begun(
  { provider: name, inResponseTo, relayState }: attempts.SamlAnswer,
  provider: SamlProvider,
  attempt: attempts.SamlAttempt | undefined,
): { receiver: Receiver; invitationKey: string | undefined } {
  if (inResponseTo === undefined) {
    if (!provider.idpInitiated) throw notStarted()
    return { receiver: { kind: 'browser', next: nextView(relayState) }, invitationKey: undefined }
  }
  if (!attempt || attempt.provider !== name || attempt.requestId !== inResponseTo || attempt.relayState !== relayState)
    throw notStarted()
  return attempt
}

/** Removes the response's cookie, whatever the result. */
export function ended(answer: PageAnswer): PageAnswer {
  const { noAnswer } = attempts
  if (answer instanceof Redirect) return new Redirect(answer.to, [...answer.cookies, noAnswer])
  if (answer instanceof HtmlPage) return new HtmlPage(answer.text, answer.status, [...answer.cookies, noAnswer])
  return answer
}
