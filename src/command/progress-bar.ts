import type { MoveProgress } from '#platform/moves'
import type { OwnerMade } from './operations/imports.ts'
import type { Progress, ReportProgress } from './operations/index.ts'
import type { Terminal } from './terminal.ts'

const everyMs = 5_000
const redrawMs = 100
const clearLine = '\r\u001b[K'

/**
 * Shows the progress of an import, export, or move: one updated line on a terminal, occasional lines elsewhere, JSON
 * for programs.
 */
export function progressBar({ complain, screen }: Terminal, isJson: boolean) {
  const begun = Date.now()
  let shownAt = 0
  let phase = ''
  const isTerminal = screen?.isTTY === true && !isJson
  const tell: ReportProgress = (progress) => {
    if (progress.phase === 'owner') return
    const now = Date.now()
    const isNew = progress.phase !== phase
    if (!isNew && now - shownAt < (isTerminal ? redrawMs : everyMs)) return
    phase = progress.phase
    shownAt = now
    const line = isJson ? JSON.stringify(progress) : lineOf(progress, now - begun)
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

function lineOf(progress: Exclude<Progress, OwnerMade>, ms: number): string {
  if ('percent' in progress) return `${progress.percent} % is written`
  if ('of' in progress) return moveLine(progress)
  const { phase, percentage, messages } = progress
  if (phase === 'unpacking' && percentage > 0) return `${percentage} %, unpacking`
  if (phase !== 'messages' || messages === 0) return phase
  return `${percentage} %, ${messages} messages, ${Math.round((messages / Math.max(1, ms)) * 1_000)} a second`
}

const width = 20

function moveLine({ phase, rows, of }: MoveProgress): string {
  const share = of === 0 ? 1 : rows / of
  const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '.')
  return `${phase.padEnd(9)} [${bar}] ${Math.floor(share * 100)} %, ${rows} rows`
}
