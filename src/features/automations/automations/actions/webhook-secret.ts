import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { RequestInfo } from '#platform/serve'
import {
  noSignature,
  staleSignature,
  unreadableSecret,
  wrongSignature,
} from '../../../integrations/incoming-webhooks/api.ts'
import { hmac, oneOf, standardWebhook } from '../../../integrations/incoming-webhooks/public.ts'
import { checkCanAutomate, managedAutomation } from '../access.ts'
import * as errors from '../errors.ts'
import * as store from '../store.ts'

const purpose = 'automation webhook secrets'
const ownerOf = (org: Organization, botId: UserId) => `${org.id} ${botId}`

/** As in Standard Webhooks, or as GitHub signs. */
const verification = oneOf(standardWebhook, hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }))

/** Deliveries have to be signed with the secret from now on; an empty one turns this off. */
export async function setWebhookSecret(mutation: Mutation, id: number, secret: string): Promise<void> {
  const { tx, org } = mutation
  const row = await managedAutomation(tx, mutation, id)
  if (row.trigger.kind !== 'webhook') throw errors.noWebhook()
  checkCanAutomate(mutation, row.channel_id)
  const sealed = secret === '' ? null : secretsOf(org.services.config).seal(purpose, ownerOf(org, row.bot_id), secret)
  await store.update(tx, id, { webhook_secret_sealed: sealed })
}

const empty = () => ''

/**
 * Throws unless the delivery is signed with the automation's secret, if it has one. Returns the delivery's ID if that's
 * signed too.
 */
export function checkSigned(
  org: Organization,
  row: store.Stored,
  request: Pick<RequestInfo, 'body' | 'url' | 'header'>,
  now: Date,
): string | undefined {
  if (row.webhook_secret_sealed === null) return undefined
  const secret = secretsOf(org.services.config).open(purpose, ownerOf(org, row.bot_id), row.webhook_secret_sealed)
  // the server's key has changed: refuse what can't be verified
  if (secret === undefined) throw unreadableSecret()
  const { body, url } = request
  const header = (name: string) => request.header(name)
  const { wrong } = verification.check({ body, url, header, now, text: empty, form: empty }, secret)
  if (wrong === undefined) return header('webhook-signature') === '' ? undefined : header('webhook-id')
  const expected = verification.about.replaceAll('`', '')
  if (wrong === 'missing') throw noSignature({}, { expected })
  if (wrong === 'wrong') throw wrongSignature({}, { expected })
  throw staleSignature()
}
