import type { Config } from '#platform/config'
import { checkCertificate, expiryOf, readCertificate } from '#platform/tls'

/** Doesn't verify the host name of the server's own certificate: the URL may be one that it doesn't cover. */
export async function health(url: string, { tlsCert }: Config): Promise<{ ok: boolean; status: number }> {
  if (tlsCert === undefined) return fetch(`${url}/health`)
  const { Agent, fetch: fetchWith } = await import('undici')
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  return fetchWith(`${url}/health`, { dispatcher }).finally(() => dispatcher.close())
}

/** Certificates should be renewed at least this long before they expire. */
const renewalDays = 14

export function certificate(config: Config): { state: 'ok' | 'note'; says: string } {
  checkCertificate(config)
  const used = readCertificate(config)
  if (!used) return { state: 'ok', says: 'none; a reverse proxy may have one' }
  const until = expiryOf(used)
  const days = Math.floor((until.getTime() - Date.now()) / 86_400_000)
  const says = `valid until ${until.toISOString().slice(0, 10)}`
  if (days < 0) throw new Error(`it was ${says}`)
  return days < renewalDays ? { state: 'note', says: `${says}: it should have been renewed` } : { state: 'ok', says }
}
