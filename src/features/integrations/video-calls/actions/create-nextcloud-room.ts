import { z } from '#contract'
import type { Config } from '#platform/config'
import type { Server } from '#platform/serve'
import { noNextcloudTalk } from '../api.ts'
import { videoCallOptions } from '../options.ts'
import { askForRoom, noAddress } from './room-request.ts'

/** From Nextcloud's documentation: a public conversation, open to anyone with the URL. */
const publicRoom = 3
const Answer = z.object({ ocs: z.object({ data: z.object({ token: z.string().regex(/^\w{1,64}$/) }) }) })

function talkServer(config: Config) {
  const { nextcloudUrl: url, nextcloudUser: user, nextcloudPassword: password } = videoCallOptions(config)
  if (!url || !user || !password) throw noNextcloudTalk()
  return { url: url.replace(/(?<!\/)\/+$/, ''), login: Buffer.from(`${user}:${password}`).toString('base64') }
}

export async function createNextcloudRoom(server: Pick<Server, 'config' | 'outbound'>, roomName: string) {
  const { url, login } = talkServer(server.config)
  const answer = await askForRoom(server, {
    url: `${url}/ocs/v2.php/apps/spreed/api/v4/room`,
    authorization: `Basic ${login}`,
    headers: { 'ocs-apirequest': 'true' },
    body: JSON.stringify({ roomType: publicRoom, roomName }),
  })
  const token = Answer.safeParse(answer).data?.ocs.data.token
  if (!token) throw noAddress()
  return `${url}/call/${token}`
}
