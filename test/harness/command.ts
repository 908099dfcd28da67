import { Readable } from 'node:stream'
import { features } from '../../src/app.ts'
import { main } from '../../src/command/index.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}

interface Means {
  environment?: NodeJS.ProcessEnv
  stdin?: string
  /** Hears each line that the command prints. */
  said?: (line: string) => void
  /** Ends a server in place of a signal. */
  until?: Promise<unknown>
}

/** Runs a command in this process: what a process of its own adds takes ten times as long. */
export async function runHere(
  args: string[],
  { environment: settings = {}, stdin = '', said = () => {}, until }: Means = {},
): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  const environment = { LOQUAT_BACKUP_NICE: process.env.LOQUAT_BACKUP_NICE, ...settings }
  const terminal = {
    say: (line: string) => {
      ended.out += `${line}\n`
      said(line)
    },
    complain: (line: string) => {
      ended.err += `${line}\n`
    },
    stdin: Readable.from([stdin]),
  }
  ended.code = await main({ args, environment, features: async () => features, terminal, ...(until ? { until } : {}) })
  return ended
}

/** A server that answers already, run by the command in this process; for all but what signals and kills do. */
export async function serveHere(args: string[], environment: NodeJS.ProcessEnv = {}) {
  let stop!: () => void
  const until = new Promise<void>((resolve) => {
    stop = resolve
  })
  let closed!: Promise<Ended>
  const url = await new Promise<string>((resolve, reject) => {
    const said = (line: string) => {
      const [found] = /https?:\S+/.exec(line) ?? []
      if (found) resolve(found)
    }
    closed = runHere(['serve', ...args], { environment, said, until })
    closed.then(({ err }) => reject(new Error(err)), reject)
  })
  return {
    url,
    stop() {
      stop()
      return closed
    },
  }
}
