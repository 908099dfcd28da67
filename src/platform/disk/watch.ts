import { reserveBytes, type Space, shownSpace, spaceOf } from './space.ts'

/** Worst last. At `full` the database rejects changes, so that it stays intact and readable. */
export const diskLevels = ['ok', 'low', 'critical', 'full'] as const
export type DiskLevel = (typeof diskLevels)[number]

/** Fractions of the disk below which operators are warned. */
const [lowBelow, criticalBelow] = [0.1, 0.02]
/** To end a warning, free space must exceed its threshold by this factor, because it fluctuates. */
const margin = 1.2

/** `times`: factor applied to all thresholds. */
export function levelOf({ free, total }: Space, times = 1): DiskLevel {
  if (total === 0) return 'ok'
  if (free < reserveBytes * times) return 'full'
  if (free < total * criticalBelow * times) return 'critical'
  return free < total * lowBelow * times ? 'low' : 'ok'
}

const isWorse = (one: DiskLevel, other: DiskLevel): boolean => diskLevels.indexOf(one) > diskLevels.indexOf(other)

export class DiskWatch {
  readonly folder: string
  #space: Space | undefined
  #level: DiskLevel = 'ok'
  readonly #changed: (level: DiskLevel, space: Space) => void

  constructor(folder: string, changed: (level: DiskLevel, space: Space) => void = () => {}) {
    this.folder = folder
    this.#changed = changed
  }

  /** As of the last check; undefined before it, or if the file system doesn't report it. */
  get space(): Space | undefined {
    return this.#space
  }

  get level(): DiskLevel {
    return this.#level
  }

  /** Call it every few seconds. */
  async look(): Promise<void> {
    const space = await spaceOf(this.folder).catch(() => undefined)
    this.#space = space
    if (!space) return
    const level = levelOf(space)
    // improvements count only beyond the margin
    const raised = levelOf(space, margin)
    if (isWorse(level, this.#level)) this.#become(level, space)
    else if (isWorse(this.#level, raised)) this.#become(raised, space)
  }

  #become(level: DiskLevel, space: Space): void {
    this.#level = level
    this.#changed(level, space)
  }
}

export function diskNotice(level: DiskLevel, space: Space, folder: string): string {
  const free = `${shownSpace(space)} are free for ${folder}`
  if (level === 'ok') return `There is enough disk space again: ${free}`
  if (level === 'low') return `Disk space is running low: ${free}`
  if (level === 'critical') return `Disk space has almost run out: ${free}; when it is full, nothing can be saved`
  return `The disk is full: ${free}; nothing can be saved until there is more`
}
