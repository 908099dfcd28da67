import { isIP } from 'node:net'
import { isGuest } from '#contract'
import { type BlobStore, openBlobs } from '#platform/blobs'
import { authenticationMethods, type Config, jwtKeys, videoChatServices } from '#platform/config'
import { clearDeadRows, type Database, raw } from '#platform/db'
import type { QueueHost, QueueServices, Spans, View } from '#platform/events'
import { mailDeliveries, openPost } from '#platform/mail'
import { type Bus, type Mirror, Organization, type OrganizationServices } from '#platform/organization'
import { Outbound, parseNetworks } from '#platform/outbound'
import { externalContentPath, secretsOf } from '#platform/secrets'
import type { Area, Initial, Server } from '#platform/serve'
import { Timer } from '#platform/timer'
import { localBus } from './bus.ts'
import { tellOfRestart } from './restart.ts'

export { serverBus } from './bus.ts'

interface RuntimeOptions {
  config: Config
  db: Database
  areas: readonly Area[]
  now?: () => Date
  bus?: (runtime: Runtime) => Bus
}

/** The organizations of this process and what they share; knows nothing of HTTP. */
export class Runtime implements Server {
  readonly config: Config
  readonly db: Database
  readonly blobs: BlobStore
  readonly outbound: Outbound
  readonly areas: readonly Area[]
  readonly initials: readonly Initial[]
  readonly now: () => Date
  readonly timer: Timer
  readonly generation: number
  #rootUrl = ''
  readonly #services: OrganizationServices
  readonly #idsBySubdomain = new Map<string, number>()
  readonly #organizations = new Map<number, Promise<Organization>>()
  readonly #timers: NodeJS.Timeout[] = []
  /** The hosts whose subdomains are organizations. */
  #bases: readonly string[] = []
  /** What repeats and is at work now, by name. */
  readonly #running = new Map<string, Promise<unknown>>()
  #isStopping = false
  #notice: (text: string) => void = () => {}
  #failed: (name: string, error: unknown) => void = () => {}

  constructor({ config, db, areas, now = () => new Date(), bus = localBus }: RuntimeOptions) {
    this.config = config
    this.db = db
    this.blobs = openBlobs(config)
    this.outbound = new Outbound({ allowed: parseNetworks(config.outboundAllow) ?? [] })
    this.areas = areas
    connect(areas)
    this.initials = areas.flatMap((area) => area.state ?? [])
    this.now = now
    const mail = mailDeliveries(
      openPost(config, (text) => this.#notice(text)),
      (org) => this.#hostOf(org.id),
    )
    this.timer = new Timer(this, [mail, ...areas.flatMap((area) => area.due ?? [])])
    // keys that cannot be used are found out when the server starts
    jwtKeys(config)
    this.generation = Math.floor(now().getTime() / 1000)
    this.rootUrl = config.url?.replace(/\/$/, '') ?? urlOf(config.host, config.port)
    const mirrors = areas.flatMap((area) => area.mirrors ?? []) as Mirror[]
    const keyedMirrors = areas.flatMap((area) => area.keyedMirrors ?? [])
    const viewerOf = one(areas, 'viewerOf')
    this.#services = {
      db,
      bus: bus(this),
      mirrors,
      keyedMirrors,
      mirroredEvents: new Set(
        [...mirrors, ...keyedMirrors].flatMap(({ followers }) => followers.flatMap(({ names }) => [...names])),
      ),
      queueServices: queueServices(areas),
      now,
      organizationUrl: (subdomain) => this.organizationUrl(subdomain),
      authenticationMethods: authenticationMethods(config),
      videoChatServices: videoChatServices(config),
      sendsMail: config.smtpUrl !== undefined,
      externalImageUrl: (url) =>
        config.proxyExternalPictures === 'on' ? externalContentPath(secretsOf(config), url) : url,
      webPublicChannels: config.webPublicChannels === 'on',
      mailDue: (due) => this.timer.sooner(mail, due),
      workDue: (work, due) => this.timer.sooner(work, due),
      viewerOf,
    }
  }

  /** Once listening: the address that a port of 0 turned into. */
  listeningOn(host: string, port: number): void {
    if (!this.config.url) this.rootUrl = urlOf(host, port)
  }

  organizationUrl(subdomain: string): string {
    if (subdomain === '') return this.rootUrl
    const url = new URL(this.rootUrl)
    // an address of digits has no subdomains, but every system knows those of localhost
    url.host = `${subdomain}.${isIP(url.hostname.replace(/[[\]]/g, '')) ? 'localhost' : url.hostname}${url.port && `:${url.port}`}`
    return url.origin
  }

  get rootUrl(): string {
    return this.#rootUrl
  }

  set rootUrl(url: string) {
    this.#rootUrl = url
    const root = new URL(url).hostname
    this.#bases = isIP(root.replace(/[[\]]/g, '')) ? ['localhost'] : [root, 'localhost']
  }

  /** The subdomain that a Host header names; the root is the empty one. */
  subdomainOf(hostHeader: string): string {
    const name = hostHeader.replace(/:\d+$/, '').toLowerCase()
    for (const base of this.#bases) if (name.endsWith(`.${base}`)) return name.slice(0, -base.length - 1)
    return ''
  }

  async organizationAt(hostHeader: string): Promise<Organization | undefined> {
    const subdomain = this.subdomainOf(hostHeader)
    let id = this.#idsBySubdomain.get(subdomain)
    if (id === undefined) {
      const row = await this.db.read((tx) =>
        tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst(),
      )
      if (!row) return undefined
      id = row.id
      this.#idsBySubdomain.set(subdomain, id)
    }
    return this.organization(id)
  }

  organization(id: number): Promise<Organization> {
    let opening = this.#organizations.get(id)
    if (!opening) {
      const org = new Organization(id, this.#services)
      opening = org.load().then(() => org)
      opening.catch(() => this.#organizations.delete(id))
      this.#organizations.set(id, opening)
    }
    return opening
  }

  /** The organizations that this process serves already; others learn of events when they are opened. */
  opened(id: number): Promise<Organization> | undefined {
    return this.#organizations.get(id)
  }

  /** Lets go of an organization that is deleted, here and in other processes. */
  async deleted(id: number): Promise<void> {
    await this.forget(id)
    this.#services.bus.forgotten(id)
  }

  /** Lets go of an organization that is deleted. */
  async forget(id: number): Promise<void> {
    const org = await this.#organizations.get(id)
    org?.queues.close()
    this.#organizations.delete(id)
    for (const [subdomain, known] of this.#idsBySubdomain) if (known === id) this.#idsBySubdomain.delete(subdomain)
  }

  /** All of them. */
  async openedAll(): Promise<Organization[]> {
    const all = await Promise.allSettled(this.#organizations.values())
    return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  /** Reads what other processes have written: whatever they said of it may have been lost. */
  async followAll(): Promise<void> {
    const all = await this.openedAll()
    if (all.length === 0) return
    const rows = await this.db.read((tx) =>
      raw<{ id: number; position: number | null }>(
        tx,
        `select id, (select position from event_log where org_id = id order by position desc limit 1) as position
         from unnest($1::bigint[]) id`,
        [all.map(({ id }) => id)],
      ),
    )
    const positions = new Map(rows.map(({ id, position }) => [id, position ?? 0]))
    for (const org of all) await org.follow(positions.get(org.id) ?? 0)
  }

  async #hostOf(orgId: number): Promise<string> {
    const row = await this.db.read((tx) =>
      tx.selectFrom('organization').select('subdomain').where('id', '=', orgId).executeTakeFirst(),
    )
    return new URL(this.organizationUrl(row?.subdomain ?? '')).hostname
  }

  /**
   * Starts what repeats; `failed` hears of errors, which end one run and nothing else, `notice` of what whoever runs
   * the server should know.
   */
  start(failed: (name: string, error: unknown) => void, notice: (text: string) => void = () => {}): void {
    this.#notice = notice
    this.#failed = failed
    const repeat = (name: string, everySecs: number, run: () => Promise<unknown>) => {
      const begin = () => {
        if (this.#running.has(name)) return
        const running = run()
          .catch((error: unknown) => failed(name, error))
          .finally(() => this.#running.delete(name))
        this.#running.set(name, running)
      }
      this.#timers.push(setInterval(begin, everySecs * 1000).unref())
    }
    const forEach = (name: string, everySecs: number, run: (org: Organization) => Promise<void>) =>
      repeat(name, everySecs, async () => {
        for (const opening of this.#organizations.values())
          await opening.then(run).catch((error: unknown) => failed(name, error))
      })
    forEach('event queues', 20, (org) => org.queues.sweep(this.config.keepEventsMinutes * 60_000))
    if (this.db.embedded) repeat('clearing dead rows', 60, () => clearDeadRows(this.db))
    else repeat('word from other processes', 5, () => this.followAll())
    this.timer.start(failed)
    for (const { repeated = [] } of this.areas)
      for (const { name, everySecs, run } of repeated) forEach(name, everySecs, (org) => run(org, this))
  }

  /**
   * After a start: gives clients back the time for which the server was away, so that their queues are still there.
   * What a queue's row says of its client is up to a sweep old, hence the minute. Nobody waits for the word that the
   * server was away.
   */
  async resume(): Promise<void> {
    await this.db.transaction((tx) =>
      raw(
        tx,
        `update event_queue set last_seen = least($1, last_seen + ($1 - away.since) + interval '1 minute')
         from (select max(last_seen) as since from event_queue) away where last_seen < $1`,
        [this.now()],
      ),
    )
    const telling = tellOfRestart(this.db, (id) => this.organization(id), this.generation)
      .catch((error: unknown) => this.#failed('word of the restart', error))
      .finally(() => this.#running.delete('word of the restart'))
    this.#running.set('word of the restart', telling)
  }

  notice(text: string): void {
    this.#notice(text)
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Answers waiting clients and stores what was not yet; requests under way have ended before. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running.values())
    await this.timer.stop()
    await this.outbound.close()
    for (const org of await this.openedAll()) {
      org.queues.close()
      for (const { name, atStop, run } of this.areas.flatMap(({ repeated = [] }) => repeated))
        if (atStop) await run(org, this).catch((error: unknown) => this.#failed(name, error))
      // without the database they go on from where they were stored last
      await org.queues
        .sweep(this.config.keepEventsMinutes * 60_000)
        .catch((error: unknown) => this.#failed('event queues', error))
    }
    await this.#services.bus.settled()
  }

  /** Lets every waiting client go, so that its request can end. */
  async release(): Promise<void> {
    for (const org of await this.openedAll()) org.queues.close()
  }
}

const urlOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** In the order of their names, so that the order of `areas` says what may use what and nothing else. */
function connect(areas: readonly Area[]): void {
  const byName = [...areas].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { taps = [] } of byName) for (const tap of taps) tap.connect()
}

function one<K extends 'viewerOf' | 'authenticate' | 'queueFilter' | 'spans'>(
  areas: readonly Area[],
  key: K,
): NonNullable<Area[K]> {
  const found = areas.flatMap((area) => area[key] ?? [])
  if (found.length !== 1) throw new Error(`${found.length} areas provide ${key}`)
  return found[0] as NonNullable<Area[K]>
}

function queueServices(areas: readonly Area[]): QueueServices {
  const views = new Map<string, View>()
  for (const { views: list = [] } of areas)
    for (const { names, view } of list) for (const name of names) views.set(name, view)
  const spans = one(areas, 'spans')
  const filter = one(areas, 'queueFilter')
  const asOrganization = (host: QueueHost) => host as Organization
  return {
    views,
    filter: (host, userId, options) => filter(asOrganization(host), userId, options),
    isMember: (host, userId) => {
      const viewer = asOrganization(host).viewer(userId)
      return viewer !== undefined && !isGuest(viewer)
    },
    async watchSpans(host, userId) {
      const org = asOrganization(host)
      const values = org.keyed(spans)
      values.pin(userId)
      await org.fetch(spans, userId)
      return { spans: () => values.peek(userId) ?? none, release: () => values.unpin(userId) }
    },
  }
}

const none: Spans = { has: () => false, covers: () => false }
