import { Counter, Gauge, type Registry } from 'prom-client'
import { version } from '#platform/config'
import type { Runtime, ServerSample } from '#platform/runtime'
import { Measured } from './measured.ts'

/** Samples of all databases of the process; those that don't answer are left out. */
async function samplesOf({ registry }: Runtime): Promise<ServerSample[]> {
  const taken = await Promise.allSettled(registry.all.map((one) => one.sample()))
  return taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** What a scrape reads from the database; at most every 15 seconds, however many scrapers there are. */
export function addServer(register: Registry, runtime: Runtime): void {
  const registers = [register]
  new Gauge({
    name: 'loquat_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version, node: process.versions.node, database: runtime.db.embedded ? 'embedded' : 'server' }, 1)
  const sampled = (name: string, help: string, read: (samples: readonly ServerSample[]) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const samples = await samplesOf(runtime)
        this.set(samples.length < runtime.registry.all.length ? Number.NaN : read(samples))
      },
    })
  const sum = (of: (sample: ServerSample) => number) => (samples: readonly ServerSample[]) =>
    samples.reduce((total, one) => total + of(one), 0)
  const most = (of: (sample: ServerSample) => number) => (samples: readonly ServerSample[]) =>
    Math.max(0, ...samples.map(of))
  sampled(
    'loquat_database_size_bytes',
    'Size of the database.',
    sum(({ database }) => database.bytes),
  )
  sampled(
    'loquat_database_wal_bytes',
    'Size of the write-ahead log.',
    sum(({ database }) => database.walBytes),
  )
  sampled(
    'loquat_mail_outbox',
    'Emails that wait to be handed over.',
    sum(({ mail }) => mail.waiting),
  )
  sampled(
    'loquat_mail_outbox_oldest_seconds',
    'How long the oldest of them has waited.',
    most(({ mail }) => mail.oldestSecs),
  )
  addJobs(register, runtime)
  addConnections(register, runtime)
  addMeasurements(register, runtime)
  addDurations(register, runtime)
  const mail = {
    metric: 'loquat_mail_deliveries_total',
    help: 'Attempts to hand over an email: sent, retried later, or given up.',
  }
  const declared = runtime.features.flatMap(({ outcomes = [] }) => outcomes)
  for (const { metric: name, help, label = 'outcome' } of [mail, ...declared] as typeof declared)
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const one of runtime.registry.all)
          for (const [outcome, count] of one.outcomes.of(name)) this.inc({ [label]: outcome }, count)
      },
    })
}

function addJobs(register: Registry, runtime: Runtime): void {
  const jobs = (name: string, help: string, read: (job: ServerSample['jobs'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [register],
      async collect() {
        this.reset()
        const found = new Map<string, number>()
        for (const job of (await samplesOf(runtime)).flatMap((sample) => sample.jobs))
          found.set(job.name, Math.max(found.get(job.name) ?? 0, read(job)))
        for (const [kind, value] of found) this.set({ kind }, value)
      },
    })
  jobs('loquat_jobs_overdue', 'Scheduled jobs whose time has come, at most 10,000.', ({ overdue }) => overdue)
  jobs('loquat_jobs_overdue_seconds', 'How long the longest of them has waited.', ({ waitSecs }) => waitSecs)
}

function addConnections(register: Registry, runtime: Runtime): void {
  new Gauge({
    name: 'loquat_database_connections',
    help: 'Connections of this process to the database, and callers that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const all = runtime.registry.all.map(({ db }) => db.driver.pool?.() ?? { busy: 1, idle: 0, waiting: 0 })
      for (const state of ['busy', 'idle', 'waiting'] as const)
        this.set(
          { state },
          all.reduce((sum, one) => sum + one[state], 0),
        )
    },
  })
  new Gauge({
    name: 'loquat_database_connections_max',
    help: 'The most connections that this process opens.',
    registers: [register],
    collect() {
      this.set(runtime.registry.all.reduce((sum, { db }) => sum + db.driver.connections, 0))
    },
  })
}

function addMeasurements(register: Registry, runtime: Runtime): void {
  for (const measurement of runtime.features.flatMap(({ measurements = [] }) => measurements)) {
    const { metric, help, label } = measurement
    const measured = new Measured(runtime, measurement)
    new Gauge({
      name: metric,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [register],
      async collect() {
        for (const [value, count] of await measured.read())
          if (label === undefined) this.set(count)
          else this.set({ [label]: value }, count)
      },
    })
  }
}

function addDurations(register: Registry, runtime: Runtime): void {
  for (const { metric: name, help, buckets } of runtime.features.flatMap(({ durations = [] }) => durations)) {
    const values = () => {
      const all = runtime.registry.all.map(({ durations }) => durations.of(name))
      const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
      const count = sum((one) => one.count)
      const upTo = buckets.map((le, index) => ({ le, value: sum((one) => one.upTo[index] ?? 0) }))
      return [
        ...[...upTo, { le: '+Inf', value: count }].map(({ le, value }) => ({
          metricName: `${name}_bucket`,
          labels: { le },
          value,
        })),
        { metricName: `${name}_sum`, labels: {}, value: sum((one) => one.sum) },
        { metricName: `${name}_count`, labels: {}, value: count },
      ]
    }
    const metric = { name, help, type: 'histogram', aggregator: 'sum' }
    register.registerMetric({ ...metric, get: async () => ({ ...metric, values: values() }) } as never)
  }
}
