import { createInterface } from 'node:readline'
import type { Feature } from '#platform/serve'
import { UsageError } from './errors.ts'
import type { Command } from './flags.ts'

/** Input and output of a command. */
export interface Terminal {
  say(line: string): void
  complain(line: string): void
  stdin: NodeJS.ReadableStream
  /** The terminal for progress output, if any. */
  screen?: NodeJS.WriteStream
  /** Columns of the terminal that shows the output; undefined for files and pipes. */
  width?: number | undefined
}

/** What every command receives. */
export interface Means {
  /** Stops a server; by default a signal does. */
  readonly until?: Promise<unknown> | undefined
  features: () => Promise<readonly Feature[]>
  terminal: Terminal
  /** All commands, for help and completion. */
  commands: () => Promise<readonly Command[]>
}

/** Asks the user to type a word; anything else is a no. */
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

/** Reads a password from standard input, where it's not visible in the process list. */
export async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdin })
  try {
    for await (const line of lines) if (line) return line
  } finally {
    lines.close()
  }
  throw new UsageError('standard input contains no password')
}

/** Formats rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
