import { Readable } from 'node:stream'
import { areas } from '../../src/app.ts'
import { main } from '../../src/command/index.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs a command in this process: what a process of its own adds takes ten times as long. */
export async function runHere(
  args: string[],
  { environment = {}, stdin = '' }: { environment?: NodeJS.ProcessEnv; stdin?: string } = {},
): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' }
  const terminal = {
    say: (line: string) => {
      ended.out += `${line}\n`
    },
    complain: (line: string) => {
      ended.err += `${line}\n`
    },
    stdin: Readable.from([stdin]),
  }
  ended.code = await main({ args, environment, areas: async () => areas, terminal })
  return ended
}
