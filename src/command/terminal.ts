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
  if (typed !== word) throw new UsageError('canceled: not confirmed (--yes skips the question)', { hint: false })
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

const gap = '  '
/** Narrower columns say nothing; then the lines wrap instead. */
const leastWidth = 8

/** Formats rows as aligned columns. On a terminal, long cells are shortened so that each row fits on a line. */
export function columns(rows: readonly (readonly string[])[], { width }: Pick<Terminal, 'width'>): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] as string)].length)))
  if (width !== undefined) shrink(widths, width - gap.length * (widths.length - 1))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const [characters, most] = [[...cell], widths[column] ?? 0]
        const shown = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters
        return shown.join('') + ' '.repeat(most - shown.length)
      })
      .join(gap)
      .trimEnd(),
  )
}

/** Shortens the widest columns until their sum is small enough. */
function shrink(widths: number[], most: number): void {
  for (let sum = widths.reduce((total, one) => total + one, 0); sum > most; sum--) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= leastWidth) return
    widths[widest] = (widths[widest] as number) - 1
  }
}
