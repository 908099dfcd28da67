import { randomInt } from 'node:crypto'
import { UsageError } from './errors.ts'
import { firstLine, type Terminal } from './terminal.ts'

export const passwordDoc = 'Password; - reads it from standard input. Without it one is made up and shown once.'

const shortest = 8
// without letters and digits that look alike
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The password that was given, or a new one of some 100 bits. */
export async function choosePassword(
  given: string | undefined,
  terminal: Terminal,
): Promise<{ password: string; generated: boolean }> {
  if (given === undefined) {
    const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
    return { password: [group(), group(), group(), group()].join('-'), generated: true }
  }
  const password = given === '-' ? await firstLine(terminal.stdin) : given
  if (password.length < shortest) throw new UsageError(`a password has at least ${shortest} characters`)
  return { password, generated: false }
}
