import type { Progress, Tell } from './operations/imports.ts'
import type { Terminal } from './terminal.ts'

const everyMs = 5_000
const redrawMs = 100
const clearLine = '\r\u001b[K'

/** Shows how far an import is: on a terminal in one line, elsewhere a line now and then; to programs nothing. */
export function progressBar({ complain, screen }: Terminal, isSilent: boolean) {
  const begun = Date.now()
  let shownAt = 0
  let phase = ''
  const isTerminal = screen?.isTTY === true
  const tell: Tell = (progress) => {
    if (isSilent) return
    const now = Date.now()
    const isNew = progress.phase !== phase
    if (!isNew && now - shownAt < (isTerminal ? redrawMs : everyMs)) return
    phase = progress.phase
    shownAt = now
    const line = lineOf(progress, now - begun)
    if (isTerminal) screen?.write(`${clearLine}${line}`)
    else complain(line)
  }
  return {
    tell,
    end: () => {
      if (isTerminal && phase !== '') screen?.write(clearLine)
    },
  }
}

function lineOf({ phase, messages }: Progress, ms: number): string {
  if (phase !== 'messages' || messages === 0) return phase
  return `${messages} messages, ${Math.round((messages / Math.max(1, ms)) * 1_000)} a second`
}
