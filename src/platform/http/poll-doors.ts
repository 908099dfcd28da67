import { Doors } from '#platform/turns'

interface Limits {
  readonly most?: number
  readonly mostOfGroup?: number
  readonly mostOfOne?: number
}

/** So many of one organization are answered at once, and so many of one person; organizations do not wait for each other. */
const usual: Limits = { mostOfGroup: 16, mostOfOne: 4 }

/**
 * Before polls. Whoever waits for events is outside. When thousands come at once and are behind, as after a restart,
 * what each is to be told is read, written and compressed for a few of them at a time: it is not kept for all of them
 * together, and one turn of the event loop writes what a few are told. Whoever sends a message has turns in between.
 */
export class PollDoors {
  readonly #doors: Doors

  constructor({ most = Number.POSITIVE_INFINITY, mostOfGroup = most, mostOfOne = most }: Limits = usual) {
    this.#doors = new Doors({ most, mostOfGroup, mostOfOne })
  }

  /** Waits for a turn, which ends when what it answers is called; calling that again does nothing. */
  async enter(lane: string): Promise<() => void> {
    await this.#doors.enter(lane)
    let isInside = true
    return () => {
      if (isInside) this.#doors.leave(lane)
      isInside = false
    }
  }
}
