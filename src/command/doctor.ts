import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, databaseHosts, flagOf, furtherDatabases, sessionAddress, version } from '#platform/config'
import type { Driver } from '#platform/db'
import { callControl } from './control-call.ts'
import { counted } from './counted.ts'
import { backups } from './doctor-backups.ts'
import { calls, webhooks } from './doctor-calls.ts'
import { clock } from './doctor-clock.ts'
import { directories } from './doctor-directories.ts'
import { dataDirectory, disk, foldersOnDisks } from './doctor-disk.ts'
import { fixFor } from './doctor-fixes.ts'
import { certificate, health } from './doctor-https.ts'
import { livekit } from './doctor-livekit.ts'
import { pushRelay, webPush } from './doctor-push.ts'
import { relays } from './doctor-relays.ts'
import { saml } from './doctor-saml.ts'
import { FailedError } from './errors.ts'
import type { Command, Input } from './flags.ts'
import { type Holder, holderOf, Lock } from './lock.ts'
import { type OptionName, options } from './options.ts'
import type { Means } from './terminal.ts'

/** `note`: it works, but maybe not as intended. */
interface Finding {
  about: string
  state: 'ok' | 'note' | 'failed'
  says: string
  /** What the operator can do about it. */
  fix?: string | undefined
}

const patienceMs = 15_000
/** A server that was just stopped may have left this many messages unindexed. */
const fewWords = 5_000
const reasonOf = (error: unknown) => {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

export const doctor = (means: Means): Command => ({
  name: 'doctor',
  summary: 'Check the configuration and everything the server depends on',
  about: 'This changes nothing. Use the same options or environment as the server, to check what it would use.',
  flags: { json: { doc: 'Print JSON.' } },
  showsServerOptions: true,
  async run(input) {
    const findings = [
      configuration(input),
      await look('data directory', () => dataDirectory(input.config)),
      await look('database', () => database(input.config)),
      ...(await furtherFindings(input.config)),
      ...(await diskFindings(input.config)),
      await look('clock', () => clock(input.config)),
      await look('files', () => files(input.config)),
      await look('backups', () => backups(input.config)),
      await look('certificate', async () => certificate(input.config)),
      await look('mail', () => mail(input.config)),
      await look('push relay', () => pushRelay(input.config)),
      await look('web push', () => webPush(input.config)),
      await look('sign-in', () => signIn(input.config)),
      await look('SAML', async () => saml(input.config)),
      await look('directories', () => directories(input.config)),
      await look('webhooks', async () => webhooks(input.config)),
      await look('calls', () => calls(input.config)),
      await look('call relays', () => relays(input.config)),
      await look('LiveKit', () => livekit(input.config)),
    ]
    for (const finding of findings) if (finding.state !== 'ok') finding.fix = fixFor(finding.about, finding.says)
    const { say } = means.terminal
    if (input.switches.has('json')) say(JSON.stringify(findings))
    else
      for (const { about, state, says, fix } of findings) {
        say(`${state.padEnd(6)}  ${about}: ${says}`)
        if (fix) say(`        → ${fix}`)
      }
    const notes = findings.filter(({ state }) => state === 'note').length
    const failed = findings.filter(({ state }) => state === 'failed').map(({ about }) => about)
    if (failed.length === 0 && !input.switches.has('json'))
      say(notes === 0 ? 'Everything works.' : `Everything works, with ${notes === 1 ? 'one note' : `${notes} notes`}.`)
    if (failed.length > 0) throw new FailedError(`problems found: ${failed.join(', ')}`)
  },
})

type Found = Omit<Finding, 'about'>
const ok = (says: string): Found => ({ state: 'ok', says })
const note = (says: string): Found => ({ state: 'note', says })

/** A check that fails or times out is a failed finding. */
async function look(about: string, at: () => Promise<Found>): Promise<Finding> {
  const late = sleep(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${patienceMs / 1000} seconds`)
  })
  try {
    return { about, ...(await Promise.race([at(), late])) }
  } catch (error) {
    return { about, state: 'failed', says: reasonOf(error) }
  } finally {
    late.catch(() => {})
  }
}

/** Only names: values may be secret. */
function configuration({ isSet }: Input): Finding {
  const set = (Object.keys(options) as OptionName[]).filter(isSet).map(flagOf)
  const says = `Loquat ${version} on Node ${process.versions.node}, with ${set.length > 0 ? set.join(', ') : 'the defaults'}`
  return { about: 'configuration', state: 'ok', says }
}

async function database(config: Config): Promise<Found> {
  const { dataDir } = config
  const databaseUrl = sessionAddress(config)
  const { openServer } = await import('#platform/db')
  if (databaseUrl) {
    return examine(await openServer(databaseUrl, { connections: 1 }), `PostgreSQL at ${databaseHosts(databaseUrl)}`)
  }
  const holder = await holderOf(dataDir)
  if (holder?.url) return inUse({ ...holder, url: holder.url }, config)
  const { holdsDatabase, noData, openFolder } = await import('./folder.ts')
  if (!existsSync(dataDir) || !(await holdsDatabase(dataDir))) return note(noData(dataDir))
  // throws while another command is running
  const lock = await Lock.take(dataDir, 'doctor')
  try {
    return await examine(await openFolder(config), 'embedded')
  } finally {
    await lock.release()
  }
}

/** The server's public URL may not be reachable from its own machine. */
async function inUse({ url, pid, control }: Holder & { url: string }, config: Config): Promise<Found> {
  const answer = await health(url, config).catch((error: Error) => error)
  if (!(answer instanceof Error)) {
    if (!answer.ok) throw new Error(`the server at ${url} answers with ${answer.status}`)
    return ok(`in use by the server at ${url} (process ${pid}), which answers`)
  }
  const { code, message } = (answer.cause ?? answer) as NodeJS.ErrnoException
  const unreachable = `${url} can't be reached from this machine (${code ?? message})`
  if (!control) throw new Error(`in use by process ${pid}, but ${unreachable}`)
  const { answers } = await callControl(control, 'checkDatabase', {})
  if (!answers) throw new Error(`in use by the server (process ${pid}), whose database doesn't answer`)
  return note(`in use by the server (process ${pid}), whose database answers; ${unreachable}`)
}

async function furtherFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, config: own } of furtherDatabases(config))
    findings.push(await look(`database ${name}`, () => database(own)))
  return findings
}

async function examine(driver: Driver, name: string): Promise<Found> {
  const { missingFromSchema, pendingMigrations } = await import('#platform/db')
  try {
    const connection = await driver.connect()
    try {
      const { rows } = await connection.query(
        `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
           to_regclass('organization') is not null as made`,
        [],
      )
      const { number, version: shown, made } = rows[0] as { number: number; version: string; made: boolean }
      if (number < 150_000) throw new Error(`${name} is version ${shown}; 15 or newer is needed`)
      if (!made) return note(`${name}, version ${shown}, is empty; the server sets it up when it starts`)
      const pending = await pendingMigrations(connection)
      if (pending.length > 0)
        return note(
          `${name}, version ${shown}, is ${counted(pending.length, 'migration')} behind; the next start applies ${pending.length === 1 ? 'it' : 'them'}`,
        )
      const [first, ...more] = await missingFromSchema(connection)
      if (first) {
        const others = more.length > 0 ? ` and ${more.length} more` : ''
        throw new Error(`${name}, version ${shown}, is damaged: ${first}${others} missing; restore a backup`)
      }
      const { rows: unsearched } = await connection.query(
        `select count(*)::int as count from organization o
         left join words_taken w on w.org_id = o.id
         cross join lateral (select max(m.id) as id from message m where m.org_id = o.id) newest
         where (select sum(upper(gap) - lower(gap)) from unnest(
           int8multirange(int8range(1, newest.id + 1)) - coalesce(w.taken * w.listed, '{}')) gap) > ${fewWords}`,
        [],
      )
      const { rows: moving } = await connection.query(
        `select string_agg(format('%s from %s to %s', subdomain, source, target), ', ' order by begun_at) as said
         from organization_move`,
        [],
      )
      const unfinished = [
        unsearched[0]?.count &&
          `the word index of ${counted(Number(unsearched[0].count), 'organization')} is incomplete; the server builds it in the background`,
        moving[0]?.said && `organizations being moved: ${moving[0].said}`,
      ].filter(Boolean)
      if (unfinished.length > 0) return note(`${name}, version ${shown}, is up to date; ${unfinished.join('; ')}`)
      const { rows: organizations } = await connection.query('select count(*)::int as count from organization', [])
      return ok(`${name}, version ${shown}, is up to date; organizations: ${organizations[0]?.count}`)
    } finally {
      connection.release()
    }
  } finally {
    await driver.close()
  }
}

/** The disks of the data directory and of a backup folder, each disk once. */
async function diskFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const folder of await foldersOnDisks(config)) findings.push(await look('disk', () => disk(folder)))
  return findings
}

/** Writes, reads, and deletes a test file. */
async function files(config: Config): Promise<Found> {
  const { dataDir, s3Url } = config
  if (!s3Url) return ok(`kept in ${join(dataDir, 'uploads')}`)
  const { openBlobs } = await import('#platform/blobs')
  const blobs = openBlobs(config)
  const key = `doctor/${randomBytes(8).toString('hex')}`
  const text = Buffer.from('Loquat was here')
  await blobs.put(key, text)
  try {
    if (!(await blobs.get(key))?.equals(text)) throw new Error('what was written could not be read again')
  } finally {
    await blobs.delete(key)
  }
  const { host, pathname } = new URL(s3Url)
  return ok(`the bucket ${host}${pathname} can be written to and read`)
}

async function mail({ dataDir, smtpUrl, mailFrom }: Config): Promise<Found> {
  if (!smtpUrl)
    return note(
      `there is no ${flagOf('smtpUrl')}: emails are written to ${join(dataDir, 'mail')}, and there are none about missed messages`,
    )
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, { connectionTimeout: 10_000, greetingTimeout: 10_000 } as object)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
  const from = mailFrom ? `from ${mailFrom}` : `from noreply at each organization's host`
  return ok(`${new URL(smtpUrl).host} accepts email, ${from}`)
}

/** Fetches each provider's metadata and, if the provider allows it, checks that it knows this server. */
async function signIn(config: Config): Promise<Found> {
  const { oidcProviders } = await import('../features/sign-in/sign-in/oidc-provider.ts')
  const providers = oidcProviders(config)
  if (providers.length === 0) return ok('with email address and password')
  const [{ Outbound }, { Connection }] = await Promise.all([
    import('#platform/outbound'),
    import('../features/sign-in/sign-in/provider.ts'),
  ])
  const outbound = new Outbound()
  try {
    const checked = await Promise.all(
      providers.map(async (provider) => {
        const name = `${provider.name} (${provider.issuer})`
        return new Connection(provider, outbound).check().then(
          (isKnown) => ({ works: `${name} ${isKnown ? 'knows this server' : 'can be reached'}` }),
          (error: unknown) => ({ fails: `${name} ${reasonOf(error)}` }),
        )
      }),
    )
    const failures = checked.flatMap((one) => ('fails' in one ? [one.fails] : []))
    if (failures.length > 0) throw new Error(failures.join('; '))
    return ok(checked.flatMap((one) => ('works' in one ? [one.works] : [])).join('; '))
  } finally {
    await outbound.close()
  }
}
