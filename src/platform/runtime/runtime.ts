import { Backups } from '#platform/backups'
import { type BlobStore, openBlobs } from '#platform/blobs'
import { type Config, version } from '#platform/config'
import { clearDeadRows, type Database, raw, sql } from '#platform/db'
import { mailDeliveries, openPost } from '#platform/mail'
import { type ApprovedCall, type Bus, Organization, type OrganizationServices } from '#platform/organization'
import { Outbound, parseNetworks } from '#platform/outbound'
import { type Answer, Processes, type Request } from '#platform/processes'
import type { Area, Initial, Server } from '#platform/serve'
import { Timer } from '#platform/timer'
import { Addresses, urlOf } from './addresses.ts'
import { Background } from './background.ts'
import { localBus } from './bus.ts'
import { organizationServices } from './organization-services.ts'
import { placeAmongProcesses } from './process-place.ts'
import { tellOfRestart } from './restart.ts'

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
  readonly backups: Backups
  readonly outbound: Outbound
  readonly areas: readonly Area[]
  readonly initials: readonly Initial[]
  readonly now: () => Date
  readonly timer: Timer
  readonly generation: number
  #addresses: Addresses
  readonly #services: OrganizationServices
  readonly #idsBySubdomain = new Map<string, number>()
  readonly #organizations = new Map<number, Promise<Organization>>()
  readonly #background = new Background()
  /** Calls what somebody has approved of; whatever answers calls sets it. */
  callAgain: (org: Organization, call: ApprovedCall) => Promise<Record<string, unknown>> = () =>
    Promise.reject(new Error('Nothing answers calls here'))
  /** Others that serve the same organizations; undefined before this one has joined them, and where there can be none. */
  processes: Processes | undefined
  #isStopping = false
  #notice: (text: string) => void = () => {}
  #failed: (name: string, error: unknown) => void = () => {}

  constructor({ config, db, areas, now = () => new Date(), bus = localBus }: RuntimeOptions) {
    this.config = config
    this.db = db
    this.blobs = openBlobs(config)
    this.backups = new Backups({ config, driver: db.driver, now })
    this.outbound = new Outbound({ allowed: parseNetworks(config.outboundAllow) ?? [] })
    this.areas = areas
    connect(areas)
    for (const { checkConfig } of areas) checkConfig?.(config)
    this.initials = areas.flatMap((area) => area.state ?? [])
    this.now = now
    const mail = mailDeliveries(
      openPost(config, (text) => this.#notice(text)),
      (org) => this.#hostOf(org.id),
    )
    this.timer = new Timer(this, [mail, ...areas.flatMap((area) => area.due ?? [])])
    this.generation = Math.floor(now().getTime() / 1000)
    this.#addresses = new Addresses(config.url ?? urlOf(config.host, config.port, { isTls: this.#isTls }))
    this.#services = organizationServices(this, bus(this), mail)
  }

  /** Once listening: the address that a port of 0 turned into. */
  listeningOn(host: string, port: number): void {
    if (!this.config.url) this.rootUrl = urlOf(host, port, { isTls: this.#isTls })
  }

  get #isTls(): boolean {
    return this.config.tlsCert !== undefined
  }

  get rootUrl(): string {
    return this.#addresses.root
  }

  set rootUrl(url: string) {
    this.#addresses = new Addresses(url)
  }

  /** The path below which everything is: empty, or `/chat`. */
  get basePath(): string {
    return this.#addresses.basePath
  }

  organizationUrl(subdomain: string): string {
    return this.#addresses.organizationUrl(subdomain)
  }

  subdomainOf(hostHeader: string): string {
    return this.#addresses.subdomainOf(hostHeader)
  }

  async organizationAt(hostHeader: string): Promise<Organization | undefined> {
    const id = await this.organizationIdAt(hostHeader)
    return id === undefined ? undefined : this.organization(id)
  }

  /** Without opening it. */
  async organizationIdAt(hostHeader: string): Promise<number | undefined> {
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
    return id
  }

  organization(id: number): Promise<Organization> {
    let opening = this.#organizations.get(id)
    if (!opening) {
      const org = new Organization(id, this.#services)
      opening = this.#services.bus
        .opening(id)
        .then(() => org.load())
        .then(() => org)
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
    const repeat = (name: string, everySecs: number, run: () => Promise<unknown>) =>
      this.#background.repeat(name, everySecs, run, failed)
    const forEach = (name: string, everySecs: number, run: (org: Organization) => Promise<void>) =>
      repeat(name, everySecs, async () => {
        for (const opening of this.#organizations.values())
          await opening.then(run).catch((error: unknown) => failed(name, error))
      })
    forEach('event queues', 20, (org) => org.queues.sweep(this.config.keepEventsMinutes * 60_000))
    if (this.db.embedded) repeat('clearing dead rows', 60, () => clearDeadRows(this.db))
    else repeat('word from other processes', 5, () => this.followAll())
    this.timer.start(failed)
    this.backups.start((error) => failed('the backup', error))
    for (const { repeated = [] } of this.areas)
      for (const { name, everySecs, run } of repeated) forEach(name, everySecs, (org) => run(org, this))
  }

  /** Meets the other processes on the database, once this one answers requests: theirs too, of organizations it writes for. */
  join(answer: (request: Request) => Promise<Answer>): void {
    if (this.db.embedded) return
    const meet = async () => {
      this.processes ??= await Processes.open({
        ...(await placeAmongProcesses(this.config, this.db)),
        version,
        introduce: (introduction) => this.#services.bus.introduce(introduction),
        answer,
        unreachable: (error) => this.#failed('listening for other processes', error),
      })
    }
    // the database may have no time for it now
    this.#background.run('meeting other processes', meet, this.#failed)
    this.#background.repeat('meeting other processes', 2, meet, this.#failed)
  }

  /**
   * After a start: gives clients back the time for which the server was away, so that their queues are still there.
   * What a queue's row says of its client is up to a sweep old, hence the minute. Nobody waits for the word that the
   * server was away.
   */
  async resume(): Promise<void> {
    const now = sql`${this.now()}::timestamptz`
    await this.db.transaction((tx) =>
      tx
        .updateTable('event_queue')
        .from(({ selectFrom }) =>
          selectFrom('event_queue')
            .select(({ fn }) => fn.max('last_seen').as('since'))
            .as('away'),
        )
        .set({ last_seen: sql<Date>`least(${now}, last_seen + (${now} - away.since) + interval '1 minute')` })
        .where('event_queue.last_seen', '<', this.now())
        .execute(),
    )
    const tell = () => tellOfRestart(this.db, (id) => this.organization(id), this.generation)
    this.#background.run('word of the restart', tell, this.#failed)
  }

  notice(text: string): void {
    this.#notice(text)
  }

  /** Whether the way by which processes talk is there; undefined where it is the database's or there are no others. */
  get isConnected(): boolean | undefined {
    return this.#services.bus.isConnected
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Answers waiting clients and stores what was not yet; requests under way have ended before. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.backups.stop()
    await this.#background.stop()
    await this.processes?.leave()
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
    await this.#services.bus.close()
  }

  /** Lets every waiting client go, so that its request can end. */
  async release(): Promise<void> {
    for (const org of await this.openedAll()) org.queues.close()
  }
}

/** In the order of their names, so that the order of `areas` says what may use what and nothing else. */
function connect(areas: readonly Area[]): void {
  const byName = [...areas].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { taps = [] } of byName) for (const tap of taps) tap.connect()
}
