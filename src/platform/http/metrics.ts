import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { eventName } from '#contract'
import type { BackupState } from '#platform/backups'
import { anyOf } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { addDisk } from './disk-metrics.ts'
import type { Gate } from './gate.ts'
import { addMoves } from './move-metrics.ts'
import { addPauses } from './pause-metrics.ts'
import { routeOf } from './route.ts'
import { addServer } from './server-metrics.ts'

/** Maximum wait of a scrape for the database, in milliseconds. */
const patienceMs = 1_000

/**
 * Serves `GET /metrics` for Prometheus, see docs/metrics.md. No label names a person or an organization. `counter`
 * counts successful answers that bypassed the router.
 */
export function addMetrics(
  app: FastifyInstance,
  runtime: Runtime,
): { counter(line: string): () => void; limited(): void; watchGate(gate: Gate): void } {
  const { metrics: access } = runtime.config
  if (access === 'off') return { counter: () => () => {}, limited() {}, watchGate() {} }
  const register = new Registry()
  const requests = new Counter({
    name: 'loquat_http_requests_total',
    help: 'Requests answered, by endpoint and status.',
    labelNames: ['route', 'status'],
    registers: [register],
  })
  const limited = new Counter({
    name: 'loquat_requests_limited_total',
    help: 'Requests that were refused because their user had caused too much work in the last minute.',
    registers: [register],
  })
  const times = new Histogram({
    name: 'loquat_http_request_duration_seconds',
    help: 'Time to answer, by endpoint; without those that wait for something to happen.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    requests.inc({ route, status: reply.statusCode })
    // a long poll's duration says nothing about the server
    if (!request.call?.route.endpoint.waits) times.observe({ route }, reply.elapsedTime / 1000)
  })
  addRuntime(register, runtime)
  addBackups(register, runtime)
  addDisk(register, runtime)
  addServer(register, runtime)
  const stopWatching = addPauses(register)
  app.addHook('onClose', async () => stopWatching())
  let hasProcess = false
  app.get('/metrics', async (request: FastifyRequest, reply: FastifyReply) => {
    if (access !== 'public' && !isFromHere(request)) return reply.callNotFound()
    // perf: these watch the process all the time, which costs something, so they start with the first scrape
    if (!hasProcess) addProcess(register)
    hasProcess = true
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  return {
    limited: () => limited.inc(),
    watchGate: (gate) => addGate(register, gate),
    counter(line) {
      const count = requests.labels({ route: line, status: 200 })
      return () => count.inc()
    },
  }
}

/** The CPU time before this call counts too: a server's start is its most expensive part. */
function addProcess(register: Registry): void {
  const { user, system } = process.cpuUsage()
  collectDefaultMetrics({ register })
  const micros = { user, system, '': user + system }
  for (const [kind, spent] of Object.entries(micros)) {
    const name = ['process_cpu', kind, 'seconds_total'].filter(Boolean).join('_')
    ;(register.getSingleMetric(name) as Counter).inc(spent / 1e6)
  }
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Whether the request comes from this machine, and not through a proxy on it. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')
}

function addRuntime(register: Registry, runtime: Runtime): void {
  const registers = [register]
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  const { registry } = runtime
  const sum = async (of: (org: Organization) => number) =>
    registry.openedAll().reduce((total, org) => total + of(org), 0)
  const overAll = (of: (one: Runtime) => number) => registry.all.reduce((total, one) => total + of(one), 0)
  gauge('loquat_organizations', "Organizations in this process's memory.", () => sum(() => 1))
  gauge('loquat_event_queues', 'Event queues of this process.', () => sum(({ queues }) => queues.count))
  gauge('loquat_waiting_polls', 'Requests that wait for an event.', () => sum(({ queues }) => queues.waiting))
  gauge('loquat_event_log_lag', 'Most positions by which an organization in memory is behind its log.', () =>
    Promise.all(registry.all.map(lag)).then((all) => Math.max(...all)),
  )
  new Gauge({
    name: 'loquat_backlog',
    help: 'What is still to be done in the background.',
    labelNames: ['of'],
    registers,
    async collect() {
      this.reset()
      for (const { backlog } of registry.openedAll()) for (const [of, left] of backlog) this.inc({ of }, left)
    },
  })
  const total = (name: string, help: string, read: () => Promise<number>) =>
    new Counter({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        this.reset()
        this.inc(value)
      },
    })
  for (const { event, metric, help } of runtime.features.flatMap(({ counted = [] }) => counted))
    total(metric, help, async () => overAll(({ counts }) => counts.written.byName.get(eventName(event)) ?? 0))
  for (const { metric, help, read } of runtime.features.flatMap(({ tallies = [] }) => tallies))
    new Counter({
      name: metric,
      help,
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, count] of read(runtime)) this.inc({ outcome }, count)
      },
    })
  for (const { metric, help, read } of runtime.features.flatMap(({ levels = [] }) => levels))
    gauge(metric, help, async () => overAll(read))
  total('loquat_events_written_total', 'Events that this process has written.', async () =>
    overAll(({ counts }) => counts.written.events),
  )
  total('loquat_organization_loads_total', 'How often an organization was loaded into memory.', async () =>
    overAll(({ counts }) => counts.loads),
  )
  total('loquat_organization_leaves_total', 'How often an idle organization was evicted from memory.', async () =>
    overAll(({ counts }) => counts.leaves),
  )
  new Counter({
    name: 'loquat_events_followed_total',
    help: 'Events of other processes that this one has adopted: as they said it, and as it read the log.',
    labelNames: ['by'],
    registers,
    collect() {
      this.reset()
      this.inc(
        { by: 'word' },
        overAll(({ counts }) => counts.heard.byWord),
      )
      this.inc(
        { by: 'log' },
        overAll(({ counts }) => counts.heard.fromLog),
      )
    },
  })
  if (runtime.busState !== undefined)
    gauge('loquat_nats_connected', 'Whether all other processes are heard by NATS: 1 or 0.', async () =>
      Number(registry.all.every(({ busState }) => busState === 'connected')),
    )
  if (registry.all.length > 1) {
    gauge('loquat_databases', 'Databases among which organizations are spread.', async () => registry.all.length)
    gauge('loquat_databases_there', 'Those of them that answer.', () => registry.answering(patienceMs))
    addMoves(register, registry)
  }
  if (!runtime.db.embedded) addProcesses(register, runtime)
  const { replicas } = runtime.db
  if (replicas) {
    gauge('loquat_replicas', 'Replicas that are there.', async () => replicas.there)
    new Counter({
      name: 'loquat_replica_reads_total',
      help: 'Reads that a replica might answer: whether one did, none had come far enough, it knew too much, or none was there.',
      labelNames: ['by'],
      registers,
      async collect() {
        this.reset()
        for (const [by, count] of Object.entries(replicas.counts)) this.inc({ by }, count)
      },
    })
  }
  total('loquat_database_statements_total', 'Statements sent to the database.', async () =>
    overAll(({ db }) => db.statements),
  )
  total(
    'loquat_database_restarts_total',
    'How often the embedded database was restarted because it hung or crashed.',
    async () => runtime.db.restarts,
  )
}

function addProcesses(register: Registry, runtime: Runtime): void {
  const registers = [register]
  new Gauge({
    name: 'loquat_processes',
    help: 'Processes that serve the same organizations and are connected to each other, this one among them.',
    registers,
    collect() {
      this.set(1 + (runtime.processes?.others ?? 0))
    },
  })
  new Counter({
    name: 'loquat_requests_handed_over_total',
    help: 'Requests for which another process writes: whether it answered them, did nothing with them, or was lost.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(runtime.processes?.handedOver ?? {})) this.inc({ outcome }, count)
    },
  })
}

function addBackups(register: Registry, { backups }: Runtime): void {
  const registers = [register]
  const gauge = (name: string, help: string, read: (state: BackupState) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // an unreadable backup location must not hide the other figures
        const value = await backups.state().then(read, () => Number.NaN)
        this.set(value ?? 0)
      },
    })
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text) / 1000)
  gauge('loquat_backups', 'Backups that there are.', (state) => state.backups.length)
  gauge('loquat_backup_timestamp_seconds', 'When the newest backup was made, in UNIX seconds; 0 for none.', (state) =>
    time(state.backups[0]?.made_at),
  )
  gauge(
    'loquat_backup_verified_timestamp_seconds',
    'When the newest backup was made that was restored on trial and was whole, in UNIX seconds; 0 for none.',
    (state) => time(state.backups.find(({ check }) => check?.problem === null)?.made_at),
  )
  gauge('loquat_backup_bytes', 'Size of the newest archive, without uploaded files.', (state) => state.backups[0]?.size)
  new Counter({
    name: 'loquat_backup_failures_total',
    help: 'Backups of this process that could not be made, or not be restored on trial.',
    registers,
    collect() {
      this.reset()
      this.inc(backups.failures)
    },
  })
}

function addGate(register: Registry, gate: Gate): void {
  const registers = [register]
  new Gauge({
    name: 'loquat_large_answers_waiting',
    help: 'Clients that wait for an answer of those that are made a few at a time.',
    registers,
    collect() {
      this.set(gate.waiting)
    },
  })
  new Counter({
    name: 'loquat_requests_turned_away_total',
    help: 'Requests for such an answer that were told when to come again, because too many waited.',
    registers,
    collect() {
      this.reset()
      this.inc(gate.refused)
    },
  })
}

async function lag(runtime: Runtime): Promise<number> {
  // the other figures matter most while the database is unreachable
  if (!(await runtime.db.answersWithin(patienceMs))) return Number.NaN
  // read memory first, so that it can only be behind the log
  const positions = new Map(runtime.openedAll().map(({ id, position }) => [id, position]))
  const rows = await runtime.db.read((tx) =>
    tx
      .selectFrom('event_log')
      .select(({ fn }) => ['org_id', fn.max('position').as('position')])
      .where('org_id', '=', anyOf([...positions.keys()]))
      .groupBy('org_id')
      .execute(),
  )
  return Math.max(0, ...rows.map(({ org_id, position }) => position - (positions.get(org_id) ?? position)))
}
