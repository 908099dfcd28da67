import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Config, databaseHosts, sessionAddress } from '#platform/config'
import { pushDeviceOptions } from '../features/notifications/push-devices/options.ts'

interface Found {
  readonly state: 'ok' | 'note'
  readonly says: string
}

/** Two-factor codes are valid for 30 seconds before and after, and SAML responses a minute. */
const noteMs = 2_000
const failedMs = 30_000
const patienceMs = 5_000

/** Compares the clock with those of the services that the server uses, or asks the system whether it's synchronized. */
export async function clock(config: Config): Promise<Found> {
  const { s3Url } = config
  const { pushRelayUrl } = pushDeviceOptions(config)
  const services = [s3Url, pushRelayUrl].filter((url) => url !== undefined)
  const asked = await Promise.all([databaseSkew(config), ...services.map(serviceSkew)])
  const skews = asked.flatMap((one) => one ?? [])
  if (skews.length === 0) return synchronization()
  const says = skews.map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s from ${name}`).join(', ')
  const most = Math.max(...skews.map(({ ms }) => Math.abs(ms)))
  if (most > failedMs) throw new Error(`it's wrong here or there: ${says}`)
  return { state: most > noteMs ? 'note' : 'ok', says }
}

interface Skew {
  readonly name: string
  /** Positive if this machine is ahead. */
  readonly ms: number
}

/** The middle of a request is closest to when the answer was made. */
async function compare(name: string, ask: () => Promise<number>, precisionMs = 0): Promise<Skew> {
  const begun = Date.now()
  const there = await ask()
  const here = (begun + Date.now()) / 2
  const ms = here - there
  // a time without fractions is that of the whole second
  return { name, ms: ms >= 0 && ms <= precisionMs ? 0 : ms > 0 ? ms - precisionMs : ms }
}

async function databaseSkew(config: Config): Promise<Skew | undefined> {
  const url = sessionAddress(config)
  if (!url) return undefined
  const { openServer } = await import('#platform/db')
  const driver = await openServer(url, { connections: 1 }).catch(() => undefined)
  if (!driver) return undefined
  try {
    const connection = await driver.connect()
    const ask = async () => {
      const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
      const { rows } = await connection.query(sql, [])
      return Number(rows[0]?.ms)
    }
    return await compare(`the database at ${databaseHosts(url)}`, ask).finally(() => connection.release())
  } finally {
    await driver.close()
  }
}

async function serviceSkew(url: string): Promise<Skew | undefined> {
  const ask = async () => {
    const { headers } = await fetch(new URL(url).origin, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
    return Date.parse(headers.get('date') ?? '')
  }
  const skew = await compare(new URL(url).host, ask, 1_000).catch(() => undefined)
  return skew && Number.isFinite(skew.ms) ? skew : undefined
}

async function synchronization(): Promise<Found> {
  const told = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(
    () => undefined,
  )
  const state = told?.stdout.trim()
  if (state === 'yes') return { state: 'ok', says: 'the system synchronizes it' }
  if (state === 'no') return { state: 'note', says: "the system doesn't synchronize it" }
  return { state: 'ok', says: 'nothing here to compare it with' }
}
