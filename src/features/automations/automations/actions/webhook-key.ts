import { randomBytes } from 'node:crypto'
import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken, secretsOf } from '#platform/secrets'
import { organizationCache } from '../../../people/organization/cache.ts'
import { checkCanAutomate, managedAutomation } from '../access.ts'
import * as errors from '../errors.ts'
import * as store from '../store.ts'

const purpose = 'automation webhooks'
const ownerOf = (org: Organization, botId: UserId) => `${org.id} ${botId}`

/** The key is stored as a hash, to find its automation, and encrypted, to show it to managers. */
export function newWebhookKey(org: Organization, botId: UserId) {
  const key = randomBytes(24).toString('base64url')
  return {
    webhook_hash: hashToken(key),
    webhook_sealed: secretsOf(org.services.config).seal(purpose, ownerOf(org, botId), key),
  }
}

export const noWebhookKey = { webhook_hash: null, webhook_sealed: null } as const

/** The address with its key; null after an import, or if the server's key has changed. */
export function webhookUrl(org: Organization, { trigger, bot_id, webhook_sealed }: store.Stored): string | null {
  if (trigger.kind !== 'webhook') throw errors.noWebhook()
  const key =
    webhook_sealed === null
      ? undefined
      : secretsOf(org.services.config).open(purpose, ownerOf(org, bot_id), webhook_sealed)
  if (key === undefined) return null
  const base = org.services.organizationUrl(org.get(organizationCache).subdomain)
  return `${base}/api/v1/external/automation?api_key=${key}`
}

/** The previous address stops working. */
export async function renewWebhook(mutation: Mutation, id: number): Promise<string | null> {
  const { tx, org } = mutation
  const row = await managedAutomation(tx, mutation, id)
  if (row.trigger.kind !== 'webhook') throw errors.noWebhook()
  checkCanAutomate(mutation, row.channel_id)
  return webhookUrl(org, await store.update(tx, id, newWebhookKey(org, row.bot_id)))
}
