import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const file = process.env.LOQUAT_SPOKEN ?? ''

/** Whether a screen reader is there that writes down what it says: `npm run screen-reader` starts it. */
export const hasReader = file !== '' && process.env.DISPLAY !== undefined

const all = (): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { text: string }).text)

/** Presses keys as a keyboard does: named as X names them (`Tab`, `ctrl+Return`). */
export const press = (...keys: string[]): void => void execFileSync('xdotool', ['key', '--delay', '200', ...keys])
export const type = (text: string): void => void execFileSync('xdotool', ['type', '--delay', '60', text])

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const quietMs = 2_500
/** For what says nothing. */
const silentMs = 12_000

/** What is said from when something is done until all of that was said, and nothing more for a while. */
export async function saidDuring(mutation: () => unknown, expected: readonly RegExp[] = []): Promise<string[]> {
  const before = all().length
  await mutation()
  let [count, since] = [before, Date.now()]
  const isSaid = () => count > before && expected.every((words) => words.test(all().slice(before).join('\n')))
  const patienceMs = expected.length > 0 ? 4 * silentMs : silentMs
  while (Date.now() - since < (isSaid() ? quietMs : patienceMs)) {
    await pause(100)
    const now = all().length
    if (now !== count) [count, since] = [now, Date.now()]
  }
  return all().slice(before)
}
