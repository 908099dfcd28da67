import { OutboundError } from '#platform/outbound'
import type { Server } from '#platform/serve'
import { providerFailed } from '../api.ts'
import { videoCallOptions } from '../options.ts'

const maxAnswerBytes = 256 * 1024

interface RoomRequest {
  readonly url: string
  readonly authorization: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Undefined if the response isn't JSON. Errors contain none of the service's text, which may have secrets. */
export async function askForRoom(
  { config, outbound }: Pick<Server, 'config' | 'outbound'>,
  { url, authorization, headers, body }: RoomRequest,
): Promise<unknown> {
  const answer = await outbound
    .request({
      url,
      method: 'POST',
      headers: { ...headers, authorization, 'content-type': 'application/json', accept: 'application/json' },
      body,
      timeoutMs: videoCallOptions(config).meetingTimeoutSeconds * 1000,
      maxBytes: maxAnswerBytes,
      trusted: true,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? providerFailed({}, { reason: error.message }) : error
    })
  if (answer.status < 200 || answer.status >= 300)
    throw providerFailed({}, { reason: `the provider answered with status ${answer.status}` })
  try {
    return JSON.parse(answer.text())
  } catch {
    return undefined
  }
}

export const noAddress = () => providerFailed({}, { reason: "the provider's answer holds no address of a meeting" })
