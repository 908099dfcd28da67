import { X509Certificate } from 'node:crypto'
import type { Config } from '#platform/config'
import { samlProviders } from '../features/sign-in/sign-in/saml/provider.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

const dayMs = 86_400_000
const soonMs = 30 * dayMs

/** Checks when the providers' certificates expire. */
export function saml(config: Config): Found {
  const providers = samlProviders(config)
  if (providers.length === 0) return { state: 'ok', says: 'no provider is configured' }
  const now = Date.now()
  const checked = providers.map(({ name, entityId, certificates }) => {
    const ends = certificates.map((pem) => new Date(new X509Certificate(pem).validTo).getTime())
    const begins = certificates.map((pem) => new Date(new X509Certificate(pem).validFrom).getTime())
    const good = ends.filter((end, index) => end > now && (begins[index] as number) <= now)
    const last = Math.max(...good)
    const about = `${name} (${entityId})`
    if (good.length === 0) return { state: 'failed' as const, says: `${about}: no certificate is valid today` }
    const until = `its certificate is valid until ${new Date(last).toISOString().slice(0, 10)}`
    return { state: last - now < soonMs ? ('note' as const) : ('ok' as const), says: `${about}: ${until}` }
  })
  const failures = checked.filter(({ state }) => state === 'failed')
  if (failures.length > 0) throw new Error(failures.map(({ says }) => says).join('; '))
  const state = checked.some((one) => one.state === 'note') ? 'note' : 'ok'
  return { state, says: checked.map(({ says }) => says).join('; ') }
}
