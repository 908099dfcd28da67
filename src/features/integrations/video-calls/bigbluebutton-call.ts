import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config'
import { secretsOf } from '#platform/secrets'
import { noBigBlueButton } from './api.ts'
import { videoCallOptions } from './options.ts'

export interface Call {
  readonly id: string
  readonly name: string
  readonly voiceOnly: boolean
  /** Whether this URL is the creator's. */
  readonly moderator: boolean
}

export function newCall(config: Config, name: string, voiceOnly: boolean): Call {
  serverOf(config)
  return { id: `loquat-${randomBytes(16).toString('hex')}`, name, voiceOnly, moderator: false }
}

/** A signed path of this server: anyone with it can join. */
export function callPath(config: Config, orgId: number, call: Call): string {
  const query = new URLSearchParams({
    meeting_id: call.id,
    name: call.name,
    ...(call.voiceOnly ? { voice_only: 'true' } : {}),
    ...(call.moderator ? { moderator: 'true' } : {}),
    checksum: secretsOf(config).sign(purpose, signed(orgId, call)),
  })
  return `${joinPath}?${query}`
}

export const purpose = 'BigBlueButton calls'

export const joinPath = '/calls/bigbluebutton/join'

export const signed = (orgId: number, { id, name, voiceOnly, moderator }: Call) =>
  JSON.stringify([orgId, id, name, voiceOnly, moderator])

export function serverOf(config: Config): { url: string; secret: string } {
  const { bigBlueButtonUrl: url, bigBlueButtonSecret: secret } = videoCallOptions(config)
  if (!url || !secret) throw noBigBlueButton()
  return { url: `${url.replace(/(?<!\/)\/+$/, '')}/api/`, secret }
}
