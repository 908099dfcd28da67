import { fullName } from '../features/people/users/input.ts'

/** A name to start with: `ada.lovelace@example.com` becomes Ada Lovelace. People can change theirs in one click. */
export function nameFromAddress(email: string): string {
  const local = (email.split('@')[0] as string).replace(/(?<=.)\+.*/, '')
  const words = local.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter(Boolean)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  const parsed = fullName.safeParse(name)
  return parsed.success ? parsed.data : 'Owner'
}
