import { z } from '#contract'
import type { Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Address } from '../../../messages/messages/actions/compose.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { BotSettings } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Body } from '../payload.ts'
import type { StoredCall } from './store.ts'

const purpose = 'responses to bot commands'

/** Slack's and Mattermost's payload of a slash command. */
export function commandForm(org: Organization, { token }: NonNullable<BotSettings['service']>, call: StoredCall): Body {
  const base = org.services.organizationUrl(org.get(organizationCache).subdomain)
  const sealed = secretsOf(org.services.config).seal(purpose, String(org.id), String(call.id))
  const form = new URLSearchParams({
    token,
    team_id: `T${org.id}`,
    team_domain: new URL(base).hostname,
    channel_id: `C${call.channel_id}`,
    channel_name: org.get(channelsCache).byId.get(call.channel_id)?.name ?? '',
    user_id: `U${call.person_id}`,
    user_name: org.get(peopleCache).byId.get(call.person_id)?.fullName ?? '',
    command: `/${call.command}`,
    text: call.text,
    trigger_id: String(call.id),
    response_url: `${base}/api/v1/external/bot_command?token=${sealed}`,
  })
  return { type: 'application/x-www-form-urlencoded', text: form.toString() }
}

/** The call that a `response_url` belongs to; undefined for a wrong token. */
export function callIdOf(org: Organization, token: string): number | undefined {
  const id = secretsOf(org.services.config).open(purpose, String(org.id), token)
  return id === undefined ? undefined : Number(id)
}

const Response = z.object({ text: z.string().optional(), response_type: z.string().optional() })

interface CommandResponse {
  readonly content: string
  /** Goes to the caller as a direct message. */
  readonly isDirect: boolean
}

/** Undefined if there's nothing to send. As in Slack, only the caller sees it unless `response_type` is `in_channel`. */
export function responseIn(json: unknown): CommandResponse | undefined {
  const { data } = Response.safeParse(json)
  const content = data?.text ?? ''
  return content.trim() === '' ? undefined : { content, isDirect: data?.response_type !== 'in_channel' }
}

export const placeOfResponse = (
  { person_id, channel_id, topic }: StoredCall,
  { isDirect }: Pick<CommandResponse, 'isDirect'>,
): Address =>
  isDirect ? { type: 'direct', to: [person_id], topic: undefined } : { type: 'stream', to: channel_id, topic }
