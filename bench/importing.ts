import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#platform/config'
import { channel, member, message, person, writeExport } from '../src/features/data/imports/sources/zulip/fixture.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { texts } from './texts.ts'

const maxMessages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 20_000)
const inOneFile = 1_000
const program = join(projectRoot, 'dist/loquat.js')

/** Imports an archive of the public server, with real messages if available. */
export async function benchImporting(place: Place): Promise<Row[]> {
  const real = texts()
  // repeat the messages if there are too few
  const lines = Array.from({ length: maxMessages }, (_, index) => real[index % real.length] as (typeof real)[number])
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
      zerver_userprofile: senders.map((name, index) =>
        person(index + 1, name, { delivery_email: `a${index}@b.example` }),
      ),
      zerver_stream: channels.map((name, index) => channel(index + 1, name)),
      zerver_recipient: channels.map((_, index) => ({ id: 100_001 + index, type: 2, type_id: index + 1 })),
      zerver_subscription: channels.flatMap((_, index) =>
        senders.slice(0, 50).map((_, who) => member(who + 1, 100_001 + index)),
      ),
    },
    messages: Array.from({ length: Math.ceil(rows.length / inOneFile) }, (_, index) => ({
      zerver_message: rows.slice(index * inOneFile, (index + 1) * inOneFile),
    })),
  })
  // creating a database takes more memory than using it
  execFileSync(process.execPath, [program, 'org', 'list', ...place.serverArgs])
  const imported = await runCommand(file, place).finally(dispose)
  const { whole, begun, ended } = imported
  return [
    {
      what: `messages of an archive of ${lines.length}, written`,
      value: (lines.length / (ended.at - begun.at)) * 1_000,
      unit: '/s',
      atLeast: place.databaseUrl ? 10_000 : 5_000,
    },
    { what: 'the whole archive, with the start and the people', value: (lines.length / whole) * 1_000, unit: '/s' },
    {
      what: 'processor time of each message, of all threads',
      value: (ended.cpu - begun.cpu) / lines.length,
      unit: 'ms',
    },
    { what: 'memory of the process at most', value: imported.memory, unit: 'MB', atMost: 500 },
  ]
}

/** Runs the command in its own process, to measure it from outside. */
async function runCommand(file: string, { serverArgs, dataDir }: Place) {
  const args = [
    ...['import', 'zulip', file, '--into', 'new', '--name', 'Benchmark', '--owner-name', 'Owner'],
    ...['--owner-email', 'owner@bench.example', '--owner-password', 'only for the benchmark'],
    ...['--report', join(dataDir, 'report.txt'), ...serverArgs],
  ]
  const start = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const marks: { line: string; at: number; cpu: number }[] = []
  let memory = 0
  const look = () => {
    memory = Math.max(memory, peakMB(child.pid as number))
  }
  const looking = setInterval(look, 200)
  let said = ''
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    said += `${line}\n`
    marks.push({ line, at: performance.now(), cpu: cpuMs(child.pid as number) })
    look()
  })
  child.stdout.resume()
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(looking)
  const begun = marks.find(({ line }) => line === 'messages')
  const ended = marks.find(({ line }) => line === 'finishing')
  if (code !== 0 || !begun || !ended) throw new Error(`the import ended with ${code}: ${said}`)
  return { whole: performance.now() - start, begun, ended, memory }
}

const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function peakMB(pid: number): number {
  try {
    return (Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024) / 1e6
  } catch {
    return 0
  }
}
