// npm run bench -- --against REV: both builds in turn, through the API only.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { webClient } from './browser.ts'
import { buildOf, workingTree } from './build.ts'
import { below, compare, cpu, type Measure, median, memory, table } from './measure.ts'
import { type Contents, prepareSide, type Side } from './side.ts'
import { delivery, fetching, register, type Session, search, sending } from './workloads.ts'

const workloads: Record<string, (session: Session) => Promise<Measure[]>> = {
  sending,
  delivery,
  fetching,
  register,
  search,
  web: webClient,
}
/** Measured at every start of a server. */
const always = ['start', 'memory']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string' }, 'fail-below': { type: 'string' } },
})

function positive(name: 'rounds' | 'fail-below', text: string | undefined, fallback: number): number {
  const number = text === undefined ? fallback : Number(text)
  if (!(number > 0)) refuse(`--${name} must be a positive number`)
  return number
}

function refuse(reason: string): never {
  console.error(`${reason}\n\nusage: npm run bench -- --against REV [NAME…] [--rounds N] [--fail-below RATIO]
names: ${[...always, ...Object.keys(workloads)].join(', ')}`)
  process.exit(2)
}

async function measure(side: Side, names: readonly string[]): Promise<Measure[]> {
  const { server, startMs } = await side.start()
  try {
    const starting: Measure[] = [
      cpu('start: CPU time', 's', server.cpuMs() / 1000),
      { what: 'start: time until ready', kind: 'time', unit: 's', value: startMs / 1000 },
    ]
    const measures = names.includes('start') ? starting : []
    if (names.includes('memory')) {
      await pause(3_000)
      measures.push(memory('memory after the start', server.proportionalMemory()))
    }
    for (const [name, run] of Object.entries(workloads))
      if (names.includes(name)) measures.push(...(await run({ side, server })))
    return measures
  } finally {
    await server.stop()
  }
}

/** perf: preparing more than the chosen benchmarks need takes minutes on a busy machine. */
function contentsFor(chosen: readonly string[]): Contents {
  const isReading = ['fetching', 'register', 'search', 'web'].some((name) => chosen.includes(name))
  return { members: chosen.includes('delivery') ? 100 : 20, messages: isReading ? 3_000 : 300 }
}

const known = [...always, ...Object.keys(workloads)]
const unknown = positionals.find((name) => !known.includes(name))
if (unknown) refuse(`there is no benchmark '${unknown}' to run against a revision`)
const names = positionals.length > 0 ? positionals : known
const roundCount = positive('rounds', values.rounds, 4)
if (!Number.isInteger(roundCount)) refuse('--rounds must be an integer')
const limit = positive('fail-below', values['fail-below'], Number.MIN_VALUE)
if (!values.against) refuse('--against must name a revision')

// worktrees and data directories are removed on exit
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
let code = 0
try {
  const old = buildOf(values.against)
  const contents = contentsFor(names)
  const here = await prepareSide(workingTree(), contents)
  const there = await prepareSide(old, contents)
  const rounds: { here: Measure[]; there: Measure[] }[] = []
  for (let round = 0; round < roundCount; round++) {
    const measured = new Map<Side, Measure[]>()
    // A B, B A: changes of the machine over time affect both
    for (const side of round % 2 === 0 ? [here, there] : [there, here]) measured.set(side, await measure(side, names))
    rounds.push({ here: measured.get(here) ?? [], there: measured.get(there) ?? [] })
    console.error(`round ${round + 1} of ${roundCount}`)
  }
  const comparisons = compare(rounds)
  console.log(
    `Against ${old.name}, ${roundCount} rounds in turn; above 1 is better.\n\n${table(comparisons, old.name)}`,
  )
  const worse = below(comparisons, limit)
  for (const { what, ratios } of worse) console.log(`below ${limit}: ${what}, ${median(ratios).toFixed(2)}`)
  if (worse.length > 0) code = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  code = 1
}
process.exit(code)
