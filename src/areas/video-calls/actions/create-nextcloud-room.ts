import { z } from '#contract'
import type { Config } from '#platform/config'
import { OutboundError } from '#platform/outbound'
import type { Server } from '#platform/serve'
import { noNextcloudTalk, providerFailed } from '../api.ts'
import { videoCallOptions } from '../options.ts'

/** Nextcloud's documentation: a public conversation, which whoever has its address can join. */
const publicRoom = 3
const Answer = z.object({ ocs: z.object({ data: z.object({ token: z.string().regex(/^\w{1,64}$/) }) }) })
const maxAnswerBytes = 256 * 1024

function talkServer(config: Config) {
  const { nextcloudUrl: url, nextcloudUser: user, nextcloudPassword: password } = videoCallOptions(config)
  if (!url || !user || !password) throw noNextcloudTalk()
  return { url: url.replace(/\/+$/, ''), login: Buffer.from(`${user}:${password}`).toString('base64') }
}

/** Makes a conversation in Nextcloud Talk; answers its address. What goes wrong is told without the server's words. */
export async function createRoom({ config, outbound }: Pick<Server, 'config' | 'outbound'>, roomName: string) {
  const { url, login } = talkServer(config)
  const answer = await outbound
    .request({
      url: `${url}/ocs/v2.php/apps/spreed/api/v4/room`,
      method: 'POST',
      headers: {
        authorization: `Basic ${login}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'ocs-apirequest': 'true',
      },
      body: JSON.stringify({ roomType: publicRoom, roomName }),
      timeoutMs: videoCallOptions(config).meetingTimeoutSeconds * 1000,
      maxBytes: maxAnswerBytes,
      trusted: true,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? providerFailed({}, { reason: error.message }) : error
    })
  if (answer.status < 200 || answer.status >= 300)
    throw providerFailed({}, { reason: `the provider answered with status ${answer.status}` })
  const token = tokenIn(answer.text())
  if (!token) throw providerFailed({}, { reason: "the provider's answer holds no address of a meeting" })
  return `${url}/call/${token}`
}

function tokenIn(text: string): string | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data?.ocs.data.token
  } catch {
    return undefined
  }
}
