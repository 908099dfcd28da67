import type { WorkProgress } from '#platform/db'
import type { MoveProgress } from '#platform/moves'
import { counted, duration, readable } from './counted.ts'
import type { OwnerMade } from './operations/imports.ts'
import type { Progress, ReportProgress } from './operations/index.ts'
import type { Terminal } from './terminal.ts'

const everyMs = 5_000
const redrawMs = 100
/** Work that ends sooner isn't shown. */
const patienceMs = 500
/** Rates before that mean nothing. */
const firstRateMs = 1_000
const clearLine = '\r\u001b[K'

type Shown = Exclude<Progress, OwnerMade>

/**
 * Shows the progress of an import, export, backup, or move: one updated line on a terminal, occasional lines elsewhere,
 * JSON for programs.
 */
export function progressBar({ complain, screen }: Terminal, isJson: boolean) {
  const begun = Date.now()
  let phaseBegun = begun
  let shownAt = 0
  let phase = ''
  const isTerminal = screen?.isTTY === true && !isJson
  const tell: ReportProgress = (progress) => {
    if (progress.phase === 'owner') return
    const now = Date.now()
    const isNew = progress.phase !== phase
    if (isNew) phaseBegun = now
    phase = progress.phase
    // commands that run unattended, such as backups, shouldn't cause mail from cron
    if (isWork(progress) && !isTerminal && (!isJson || now - Math.max(begun, shownAt) < everyMs)) return
    if (isTerminal && now - begun < patienceMs) return
    if ((!isNew || isWork(progress)) && now - shownAt < (isTerminal ? redrawMs : everyMs)) return
    shownAt = now
    const line = isJson ? JSON.stringify(progress) : lineOf(progress, now - phaseBegun)
    if (isTerminal) screen?.write(`${clearLine}${line.slice(0, (screen.columns || 80) - 1)}`)
    else complain(line)
  }
  return {
    tell,
    end: () => {
      if (isTerminal && shownAt > 0) screen?.write(clearLine)
    },
  }
}

const isWork = (progress: Shown): progress is WorkProgress => 'unit' in progress

/** `ms`: since the phase began. */
export function lineOf(progress: Shown, ms: number): string {
  if (isWork(progress)) return workLine(progress.phase, progress.done, progress.of, progress.unit, ms)
  if ('percent' in progress) return `${progress.percent} % is written${timeLeft(progress.percent / 100, ms)}`
  if ('of' in progress) return moveLine(progress, ms)
  const { phase, percentage, messages } = progress
  if (phase === 'unpacking' && percentage > 0) return `${percentage} %, unpacking${timeLeft(percentage / 100, ms)}`
  if (phase !== 'messages' || messages === 0) return phase
  return `${percentage} %, ${counted(messages, 'message')}${rateOf(messages, ms)}${timeLeft(percentage / 100, ms)}`
}

const moveLine = ({ phase, rows, of }: MoveProgress, ms: number): string => workLine(phase, rows, of, 'row', ms)

const width = 20

function workLine(phase: string, done: number, of: number, unit: string, ms: number): string {
  // more rows can arrive after they were counted
  const share = of === 0 ? 1 : Math.min(1, done / of)
  const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '.')
  const percent = Math.floor(share * 100)
  return `${phase.padEnd(9)} [${bar}] ${percent} %, ${counted(done, unit)}${rateOf(done, ms)}${timeLeft(share, ms)}`
}

const rateOf = (done: number, ms: number): string =>
  ms < firstRateMs ? '' : `, ${readable(Math.round((done / ms) * 1_000))} a second`

const timeLeft = (share: number, ms: number): string =>
  ms < firstRateMs || share <= 0.01 || share >= 1 ? '' : `, ${duration((ms / share) * (1 - share))} left`
