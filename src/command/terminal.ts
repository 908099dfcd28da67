import { createInterface } from 'node:readline'
import type { Area } from '#platform/serve'
import { UsageError } from './errors.ts'

/** Where a command reads and writes. */
export interface Terminal {
  say(line: string): void
  complain(line: string): void
  stdin: NodeJS.ReadableStream
}

/** What every command is given to work with. */
export interface Means {
  areas: () => Promise<readonly Area[]>
  terminal: Terminal
}

/** The first line of standard input: how a password comes in without being seen in the list of processes. */
export async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdin })
  try {
    for await (const line of lines) if (line) return line
  } finally {
    lines.close()
  }
  throw new UsageError('standard input holds no password')
}
