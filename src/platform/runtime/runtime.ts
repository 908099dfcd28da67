import { Backups } from '#platform/backups'
import { type BlobStore, openBlobs } from '#platform/blobs'
import { type Config, type Reloaded, version } from '#platform/config'
import { type Database, leftAlone, raw, sql, type Tx, Upkeep } from '#platform/db'
import { DiskWatch, diskNotice } from '#platform/disk'
import { keepQueues } from '#platform/events'
import { type Log, noLog } from '#platform/log'
import { mailDeliveries, openPost } from '#platform/mail'
import type {
  ApprovedCall,
  Bus,
  BusState,
  EventCounts,
  Organization,
  OrganizationServices,
} from '#platform/organization'
import { Outbound, parseNetworks } from '#platform/outbound'
import { type Answer, Processes, type Request } from '#platform/processes'
import type { Feature, Initial, Server } from '#platform/serve'
import { type DueWork, Timer } from '#platform/timer'
import { Addresses, urlOf } from './addresses.ts'
import { Background } from './background.ts'
import { localBus } from './bus.ts'
import { Departures } from './departures.ts'
import { Durations } from './durations.ts'
import { LoadedOrganizations, type Rest } from './loaded-organizations.ts'
import { Lookup } from './lookup.ts'
import { organizationServices } from './organization-services.ts'
import { Outcomes } from './outcomes.ts'
import { idsOf } from './places.ts'
import { placeAmongProcesses } from './process-place.ts'
import { Repetition } from './repetition.ts'
import { Restart } from './restart.ts'
import { RuntimeRegistry } from './runtime-registry.ts'
import { Sampler, type ServerSample } from './sample.ts'
import { noteLoaded, noteWake, queuesEnd, wakeUps } from './wake-ups.ts'

interface RuntimeOptions {
  config: Config
  db: Database
  features: readonly Feature[]
  now?: () => Date
  bus?: (runtime: Runtime) => Bus
}

/** How often to look for idle organizations. */
const restEverySecs = 20

/** The organizations of one database in this process, and their shared services; independent of HTTP. */
export class Runtime implements Server {
  readonly config: Config
  readonly db: Database
  readonly blobs: BlobStore
  readonly backups: Backups
  readonly disk: DiskWatch
  readonly outbound: Outbound
  readonly features: readonly Feature[]
  readonly initials: readonly Initial[]
  readonly now: () => Date
  readonly timer: Timer
  readonly generation: number
  /** The databases of this process; only this one until others join. */
  registry = new RuntimeRegistry(this)
  #addresses: Addresses
  readonly #services: OrganizationServices
  /** Cached IDs. */
  readonly #idsBySubdomain = new Map<string, number>()
  readonly #departures: Departures
  readonly #ids = new Lookup((subdomains) => this.db.readOnce((tx) => idsOf(tx, subdomains)))
  readonly #loaded: LoadedOrganizations
  readonly #restart: Restart
  readonly #repetitions: readonly Repetition[]
  readonly #sleeping: DueWork
  readonly #background = new Background()
  /** Repeats an approved call; set by the HTTP layer. */
  callAgain: (org: Organization, call: ApprovedCall) => Promise<Record<string, unknown>> = () =>
    Promise.reject(new Error('Nothing answers calls here'))
  /**
   * Other processes that serve the same organizations; undefined until this one has joined them, or if there can't be
   * any.
   */
  processes: Processes | undefined
  /** Reloads the configuration; set by a running server. */
  reload: (() => Promise<Reloaded>) | undefined
  /** Counts for the metrics. */
  readonly outcomes = new Outcomes()
  readonly durations: Durations
  readonly #sampler: Sampler
  /** Set by the HTTP layer. */
  log: Log = noLog
  #isStopping = false
  #notice: (text: string) => void = () => {}
  #failed: (name: string, error: unknown) => void = () => {}

  constructor({ config, db, features, now = () => new Date(), bus = localBus }: RuntimeOptions) {
    this.config = config
    this.db = db
    this.#departures = new Departures(db, (id) => this.registry.hasMoved(id))
    this.blobs = openBlobs(config)
    this.disk = new DiskWatch(config.dataDir, (level, space) => this.#notice(diskNotice(level, space, config.dataDir)))
    if (db.embedded) db.isFull = () => this.disk.level === 'full'
    this.backups = new Backups({
      config,
      driver: db.driver,
      now,
      warned: (text) => this.#notice(text),
      made: (record, ms) =>
        this.log.event('backup.made', { name: record.name, bytes: record.size, ms, checked: record.check !== null }),
    })
    this.outbound = new Outbound({ allowed: parseNetworks(config.outboundAllow) ?? [] })
    this.features = features
    this.durations = new Durations(features.flatMap(({ durations = [] }) => durations))
    connect(features)
    for (const { checkConfig } of features) checkConfig?.(config)
    this.initials = features.flatMap((feature) => feature.state ?? [])
    this.now = now
    const mail = mailDeliveries(
      openPost(config, (text) => this.#notice(text)),
      (org) => this.#hostOf(org.id),
    )
    const isOfAnother = (orgId: number) => this.processes?.isWriterOf(orgId) === false
    this.#repetitions = features.flatMap(({ repeated = [] }) =>
      repeated.map((work) => new Repetition(work, this, isOfAnother)),
    )
    this.#sleeping = wakeUps(db, (id) => this.#loaded.visit(id, (org) => this.#lookAfter(org)))
    const works = [mail, this.#sleeping, ...features.flatMap((feature) => feature.due ?? [])]
    this.timer = new Timer(this, works)
    this.#sampler = new Sampler(this, works)
    this.generation = Math.floor(now().getTime() / 1000)
    this.#addresses = new Addresses(config.url ?? urlOf(config.host, config.port, { isTls: this.#isTls }))
    this.#services = organizationServices(this, bus(this), mail)
    this.#restart = new Restart(this.generation)
    this.#loaded = new LoadedOrganizations(this.#services, {
      loaded: (org) => {
        const begin = (name: string, work: () => Promise<unknown>) =>
          this.#background.run(`${name} ${org.id}`, work, (_name, error) => this.#failed(name, error))
        begin('word of the restart', () => this.#restart.tell(org))
        begin('organization that is loaded', () => noteLoaded(db, org.id, now()))
      },
      store: (org) => this.#store(org),
    })
  }

  /** Call once listening: sets the actual port if 0 was configured. */
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

  /** The base path: empty, or `/chat`. */
  get basePath(): string {
    return this.#addresses.basePath
  }

  organizationUrl(subdomain: string): string {
    return this.#addresses.organizationUrl(subdomain)
  }

  subdomainOf(hostHeader: string): string {
    return this.#addresses.subdomainOf(hostHeader)
  }

  /** In any database of this process. */
  organizationAt(hostHeader: string): Promise<Organization | undefined> {
    return this.registry.organizationBelow(this.subdomainOf(hostHeader))
  }

  /** In this database. */
  async organizationBelow(subdomain: string): Promise<Organization | undefined> {
    const id = await this.organizationIdBelow(subdomain)
    return id === undefined ? undefined : this.organization(id)
  }

  /** Finds an organization by a query, in all databases of this process. */
  async organizationWhere(find: (tx: Tx) => Promise<number | undefined>): Promise<Organization | undefined> {
    for (const one of this.registry.all) {
      const id = await one.db.read(find)
      if (id !== undefined) return one.organization(id)
    }
    return undefined
  }

  /** In this database, without loading it. */
  async organizationIdBelow(subdomain: string): Promise<number | undefined> {
    const known = this.#idsBySubdomain.get(subdomain)
    const id = known ?? (await this.#ids.find(subdomain))
    if (id === undefined) return undefined
    const left = this.registry.all.length > 1 && this.#departures.hasLeft(id)
    if (left && (await left)) {
      await this.forget(id)
      return undefined
    }
    this.#idsBySubdomain.set(subdomain, id)
    return id
  }

  organization(id: number): Promise<Organization> {
    return this.#loaded.open(id)
  }

  /** Loaded organizations; others catch up with events when they're loaded. */
  opened(id: number): Promise<Organization> | undefined {
    return this.#loaded.peek(id)
  }

  /** Evicts an organization that left this database, in all processes. */
  async gone(id: number): Promise<void> {
    await this.forget(id)
    this.#services.bus.gone(id)
  }

  /** The same, only in this process. */
  async forget(id: number): Promise<void> {
    await this.#loaded.forget(id)
    for (const [subdomain, known] of this.#idsBySubdomain) if (known === id) this.#idsBySubdomain.delete(subdomain)
  }

  /** All loaded organizations. */
  openedAll(): Organization[] {
    return this.#loaded.all()
  }

  /** Totals since the process started, including evicted organizations. */
  get counts(): EventCounts & LoadedOrganizations['counts'] {
    return { ...this.#services.counts, ...this.#loaded.counts }
  }

  /** Evicts idle organizations. */
  rest({
    idleMs = this.config.organizationIdleMinutes * 60_000,
    most = this.config.mostAwakeOrganizations,
    leastIdleMs = 60_000,
  }: Partial<Rest> = {}): Promise<void> {
    const failed = (error: unknown) => this.#failed('an organization that leaves memory', error)
    return this.#loaded.rest({ idleMs, most, leastIdleMs }, failed)
  }

  /** Before eviction: stores what's only in memory, and when to load the organization again. */
  async #store(org: Organization): Promise<void> {
    for (const repetition of this.#repetitions) if (repetition.work.atStop) await repetition.run(org)
    await org.store()
    const times = [await queuesEnd(this.db, org.id, this.now())]
    for (const repetition of this.#repetitions) times.push(await repetition.next(org))
    const due = times.flatMap((time) => time?.getTime() ?? [])
    const next = due.length > 0 ? new Date(Math.min(...due)) : null
    await noteWake(this.db, org.id, next)
    if (next) this.timer.sooner(this.#sleeping, next)
  }

  /** Runs an organization's time-based work; errors are reported and retried soon. */
  async #lookAfter(org: Organization): Promise<void> {
    const problems: unknown[] = []
    for (const repetition of this.#repetitions) {
      const { wakes, ages } = repetition.work
      if (wakes || ages) await repetition.run(org).catch((error: unknown) => problems.push(error))
    }
    if (problems.length > 0) throw problems[0]
  }

  /** Reads other processes' changes, in case notifications were lost. */
  async followAll(): Promise<void> {
    const all = this.openedAll()
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
   * Starts repeated work; `failed` receives errors, which end only that run, and `notice` messages for the server's
   * operator.
   */
  start(failed: (name: string, error: unknown) => void, notice: (text: string) => void = () => {}): void {
    this.#notice = notice
    this.#failed = failed
    const repeat = (name: string, everySecs: number, run: () => Promise<unknown>) =>
      this.#background.repeat(name, everySecs, run, failed)
    const keepEventsMs = this.config.keepEventsMinutes * 60_000
    repeat('event queues', 20, () => keepQueues(this.db, this.openedAll(), { now: this.now(), keepEventsMs }))
    repeat('organizations that leave memory', restEverySecs, () => this.rest())
    // a bucket and a PostgreSQL server have their own disks
    if (this.db.embedded || !this.config.s3Url) {
      void this.disk.look()
      repeat('free disk space', 2, () => this.disk.look())
    }
    if (this.db.embedded) {
      const upkeep = new Upkeep(this.db)
      repeat('clearing dead rows', 5, () => upkeep.clear())
    } else repeat('word from other processes', 5, () => this.followAll())
    if (this.registry.all.length > 1) repeat('organizations that leave', 1, () => this.#departures.look())
    if (this.registry.home === this && this.registry.all.length > 1) {
      repeat('organizations that have moved', 2, () => this.registry.followMoves())
      repeat('moves that nobody ends', 5, () => this.registry.endMoves())
    }
    this.timer.start(failed)
    this.backups.start((err) => this.log.event('backup.failed', { err }))
    for (const repetition of this.#repetitions) {
      const { name, everySecs } = repetition.work
      repeat(name, everySecs, async () => {
        for (const org of this.openedAll()) await repetition.run(org).catch((error: unknown) => failed(name, error))
      })
    }
  }

  /** Joins the other processes on the database, once this one accepts their requests. */
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
    // retried if the database is busy now
    this.#background.run('meeting other processes', meet, this.#failed)
    this.#background.repeat('meeting other processes', 2, meet, this.#failed)
  }

  /**
   * After a start: extends event queues by the server's downtime, so that they don't expire. The minute covers the
   * interval in which a queue's `last_seen` is stored.
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
        .where('event_queue.org_id', 'not in', leftAlone(tx))
        .execute(),
    )
    await this.#restart.look(this.db)
  }

  /** Backlogs and sizes, at most 15 seconds old. */
  sample(): Promise<ServerSample> {
    return this.#sampler.take()
  }

  notice(text: string): void {
    this.#notice(text)
  }

  /** The state of NATS; undefined if processes use the database's bus, or there's only one. */
  get busState(): BusState | undefined {
    return this.#services.bus.state
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Ends long polls and stores pending state; running requests must have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.backups.stop()
    await this.#background.stop()
    await this.processes?.leave()
    await this.timer.stop()
    await this.outbound.close()
    const all = this.openedAll()
    for (const org of all) {
      org.queues.close()
      for (const repetition of this.#repetitions) {
        const { name, atStop } = repetition.work
        if (atStop) await repetition.run(org).catch((error: unknown) => this.#failed(name, error))
      }
    }
    // if the database is down, queues continue from their last stored position
    const keepEventsMs = this.config.keepEventsMinutes * 60_000
    await keepQueues(this.db, all, { now: this.now(), keepEventsMs }).catch((error: unknown) =>
      this.#failed('event queues', error),
    )
    await this.#services.bus.settled()
    await this.#services.bus.close()
  }

  /** Ends all long polls, so that their requests finish. */
  async release(): Promise<void> {
    for (const org of this.openedAll()) org.queues.close()
  }
}

/** By name, so that the order of `features` defines only dependencies. */
function connect(features: readonly Feature[]): void {
  const byName = [...features].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { hookHandlers = [] } of byName) for (const handler of hookHandlers) handler.connect()
}
