import { type Config, flagOf } from '#platform/config'
import type { Outbound } from '#platform/outbound'
import { videoCallOptions } from '../features/integrations/video-calls/options.ts'
import { meetingProvider } from '../features/integrations/video-calls/provider.ts'
import { jitsiServerUrlOf } from '../features/people/organization-settings/call-services.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

/** Problems that show without a meeting. */
async function problemOf(
  outbound: Outbound,
  url: string,
  fits: (text: string) => boolean,
): Promise<string | undefined> {
  const host = new URL(url).host
  try {
    // any response will do: without a token there's no data
    const { status, text } = await outbound.request({
      url,
      trusted: true,
      timeoutMs: 10_000,
      maxBytes: 65_536,
      cut: true,
    })
    if (status >= 500) return `${host} answers with ${status}`
    return fits(text()) ? undefined : `${host} responds, but not as expected`
  } catch (error) {
    return (error as Error).message
  }
}

/** Checks the call services, without creating a meeting. */
export async function calls(config: Config): Promise<Found> {
  const { Outbound } = await import('#platform/outbound')
  const provider = meetingProvider(config)
  const { bigBlueButtonUrl, bigBlueButtonSecret } = videoCallOptions(config)
  if (bigBlueButtonUrl && !bigBlueButtonSecret)
    throw new Error(`${flagOf('bigBlueButtonUrl')} requires ${flagOf('bigBlueButtonSecret')}`)
  const outbound = new Outbound()
  try {
    const jitsi = jitsiServerUrlOf(config)
    const asked: [name: string, url: string, fits: (text: string) => boolean][] = []
    if (provider)
      for (const url of new Set([provider.tokenUrl, provider.createUrl]))
        asked.push([provider.displayName, url, () => true])
    if (bigBlueButtonUrl)
      asked.push([
        'BigBlueButton',
        `${bigBlueButtonUrl.replace(/(?<!\/)\/+$/, '')}/api`,
        (text) => text.includes('<returncode>SUCCESS</returncode>'),
      ])
    const problems = await Promise.all(
      asked.map(async ([name, url, fits]) => {
        const problem = await problemOf(outbound, url, fits)
        return problem === undefined ? [] : [`${name}: ${problem}`]
      }),
    )
    const found = problems.flat()
    if (found.length > 0) throw new Error(found.join('; '))
    const names = [...new Set(asked.map(([name]) => name))]
    const all = [...(jitsi ? [`Jitsi (${jitsi})`] : []), ...names]
    if (all.length === 0) return { state: 'note', says: 'no call service is configured' }
    if (names.length === 0) return { state: 'ok', says: `${all.join(', ')}, which clients use directly` }
    return { state: 'ok', says: `${all.join(', ')}; the first call will show whether IDs and secrets are correct` }
  } finally {
    await outbound.close()
  }
}

/** Checks where outgoing requests to configured URLs can go. */
export function webhooks({ outboundAllow }: Config): Found {
  const networks = outboundAllow.split(',').flatMap((one) => one.trim() || [])
  if (networks.length === 0) return { state: 'ok', says: 'they reach public addresses only' }
  return { state: 'ok', says: `they reach public addresses, and ${networks.join(', ')}` }
}
