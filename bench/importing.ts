import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runImport } from '../src/areas/imports/actions/run.ts'
import { channel, member, message, person, writeExport } from '../src/areas/imports/sources/zulip/fixture.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { seed, texts } from './seed.ts'

const mostMessages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 20_000)
const inOneFile = 1_000

/** Taking in an archive of the public server's own kind, of real messages where they are at hand. */
export async function benchImporting(place: Place): Promise<Row[]> {
  const lines = texts().slice(0, mostMessages)
  const senders = [...new Set(lines.map(({ sender }) => sender))]
  const channels = [...new Set(lines.map((line) => line.channel))]
  const senderId = new Map(senders.map((name, index) => [name, index + 1]))
  const recipient = new Map(channels.map((name, index) => [name, 100_001 + index]))
  const rows = lines.map((line, index) =>
    message(index + 1, senderId.get(line.sender) ?? 0, recipient.get(line.channel) ?? 0, line.content, {
      subject: line.topic,
      date_sent: line.timestamp,
    }),
  )
  const { file, dispose } = await writeExport({
    realm: {
      zerver_realm: [{ id: 1, name: 'Benchmark' }],
      zerver_userprofile: senders.map((name, index) => person(index + 1, name, { delivery_email: `a${index}@b.example` })),
      zerver_stream: channels.map((name, index) => channel(index + 1, name)),
      zerver_recipient: channels.map((_, index) => ({ id: 100_001 + index, type: 2, type_id: index + 1 })),
      zerver_subscription: channels.flatMap((_, index) => senders.slice(0, 50).map((_, who) => member(who + 1, 100_001 + index))),
    },
    messages: Array.from({ length: Math.ceil(rows.length / inOneFile) }, (_, index) => ({
      zerver_message: rows.slice(index * inOneFile, (index + 1) * inOneFile),
    })),
  })
  const seeded = await seed(place)
  const org = await seeded.runtime.organization(1)
  const reports = mkdtempSync(join(tmpdir(), 'loquat-report-'))
  let messagesBegan = 0
  let messagesEnded = 0
  let mostMemory = 0
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  try {
    const request = {
      ...{ source: 'zulip', file, into: { org }, report: join(reports, 'report.txt') },
      ...{ isDryRun: false, grantRoles: false, download: false },
    }
    await runImport(seeded.runtime, request, ({ phase }) => {
      if (phase === 'messages' && messagesBegan === 0) messagesBegan = performance.now()
      if (phase === 'messages') messagesEnded = performance.now()
      mostMemory = Math.max(mostMemory, process.memoryUsage.rss())
    })
  } finally {
    await dispose()
    rmSync(reports, { recursive: true, force: true })
  }
  const whole = performance.now() - begun
  const cpu = process.cpuUsage(cpuBefore)
  await seeded.close()
  return [
    {
      what: `messages of an archive of ${lines.length}, written`,
      value: (lines.length / (messagesEnded - messagesBegan)) * 1_000,
      unit: '/s',
      atLeast: place.databaseUrl ? 10_000 : 5_000,
    },
    { what: 'the whole archive, people and channels too', value: (lines.length / whole) * 1_000, unit: '/s' },
    {
      what: 'processor time of each message, of all threads',
      value: (cpu.user + cpu.system) / 1_000 / lines.length,
      unit: 'ms',
    },
    { what: 'memory of the process at most', value: mostMemory / 2 ** 20, unit: 'MiB', atMost: 500 },
  ]
}
