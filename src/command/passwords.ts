import { randomInt } from 'node:crypto'
import { registerConstants } from '../features/people/organization/register-constants.ts'
import { UsageError } from './errors.ts'
import { firstLine, type Terminal } from './terminal.ts'

export const passwordDoc = 'Password; - reads it from standard input. By default, one is generated and shown once.'

const { password_min_length: shortest, password_max_length: longest } = registerConstants
// without letters and digits that look alike
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A random password of about 100 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

export function checkPassword(password: string): string {
  if (password.length < shortest) throw new UsageError(`a password has at least ${shortest} characters`)
  if (password.length > longest) throw new UsageError(`a password has at most ${longest} characters`)
  return password
}

/** The given password, or a random one. */
export async function choosePassword(
  given: string | undefined,
  terminal: Terminal,
): Promise<{ password: string; generated: boolean }> {
  if (given === undefined) return { password: makePassword(), generated: true }
  return { password: checkPassword(given === '-' ? await firstLine(terminal.stdin) : given), generated: false }
}
