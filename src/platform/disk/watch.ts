import { reserveBytes, type Space, shownSpace, spaceOf } from './space.ts'

/** The worst last. `full`: the database takes no changes, so that it stays whole and can be read. */
export const diskLevels = ['ok', 'low', 'critical', 'full'] as const
export type DiskLevel = (typeof diskLevels)[number]

/** Below these parts of the disk people are warned. */
const [lowBelow, criticalBelow] = [0.1, 0.02]
/** Once warned, so much more has to be free before it counts as over: space goes up and down all the time. */
const margin = 1.2

/** What some space means. `times`: by how much all thresholds are raised. */
export function levelOf({ free, total }: Space, times = 1): DiskLevel {
  if (total === 0) return 'ok'
  if (free < reserveBytes * times) return 'full'
  if (free < total * criticalBelow * times) return 'critical'
  return free < total * lowBelow * times ? 'low' : 'ok'
}

const isWorse = (one: DiskLevel, other: DiskLevel): boolean => diskLevels.indexOf(one) > diskLevels.indexOf(other)

/** Follows how much room there is for the data directory. */
export class DiskWatch {
  readonly folder: string
  #space: Space | undefined
  #level: DiskLevel = 'ok'
  readonly #changed: (level: DiskLevel, space: Space) => void

  /** `changed` hears of each change of the level. */
  constructor(folder: string, changed: (level: DiskLevel, space: Space) => void = () => {}) {
    this.folder = folder
    this.#changed = changed
  }

  /** As of the last look; undefined where there was none or the file system doesn't say. */
  get space(): Space | undefined {
    return this.#space
  }

  get level(): DiskLevel {
    return this.#level
  }

  /** To be called every few seconds. */
  async look(): Promise<void> {
    const space = await spaceOf(this.folder).catch(() => undefined)
    this.#space = space
    if (!space) return
    const level = levelOf(space)
    // better only once it is better by the margin
    const raised = levelOf(space, margin)
    if (isWorse(level, this.#level)) this.#become(level, space)
    else if (isWorse(this.#level, raised)) this.#become(raised, space)
  }

  #become(level: DiskLevel, space: Space): void {
    this.#level = level
    this.#changed(level, space)
  }
}

/** What the log says when the level changes. */
export function diskNotice(level: DiskLevel, space: Space, folder: string): string {
  const free = `${shownSpace(space)} are free for ${folder}`
  if (level === 'ok') return `There is enough disk space again: ${free}`
  if (level === 'low') return `Disk space is running low: ${free}`
  if (level === 'critical') return `Disk space has almost run out: ${free}; when it is full, nothing can be saved`
  return `The disk is full: ${free}; nothing can be saved until there is more`
}
