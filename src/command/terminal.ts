import { createInterface } from 'node:readline'
import type { Feature } from '#platform/serve'
import { UsageError } from './errors.ts'

/** Where a command reads and writes. */
export interface Terminal {
  say(line: string): void
  complain(line: string): void
  stdin: NodeJS.ReadableStream
  /** Where somebody sees what is under way, if there is such a place. */
  screen?: NodeJS.WriteStream
}

/** What every command is given to work with. */
export interface Means {
  /** Ends a server; without it a signal does. */
  readonly until?: Promise<unknown> | undefined
  features: () => Promise<readonly Feature[]>
  terminal: Terminal
}

/** Asks for a word to be typed, and takes nothing else for a yes. */
export async function confirm({ complain, stdin }: Terminal, question: string, word: string): Promise<void> {
  complain(question)
  const lines = createInterface({ input: stdin })
  let typed = ''
  for await (const line of lines) {
    typed = line.trim()
    break
  }
  lines.close()
  if (typed !== word) throw new UsageError('canceled: not confirmed', { hint: false })
}

/** The first line of standard input: how a password comes in without being seen in the list of processes. */
export async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdin })
  try {
    for await (const line of lines) if (line) return line
  } finally {
    lines.close()
  }
  throw new UsageError('standard input contains no password')
}

/** Rows below each other, each column as wide as it needs to be. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
