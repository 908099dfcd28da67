import { Doors } from '#platform/turns'

interface Limits {
  readonly most?: number
  readonly mostOfGroup?: number
  readonly mostOfOne?: number
}

/** Concurrent polls per organization and per user; organizations don't wait for each other. */
const usual: Limits = { mostOfGroup: 16, mostOfOne: 4 }

/**
 * Limits the polls answered at once; waiting ones hold no place. When thousands catch up at once, as after a restart,
 * this bounds memory and lets messages through.
 */
export class PollDoors {
  readonly #doors: Doors

  constructor({ most = Number.POSITIVE_INFINITY, mostOfGroup = most, mostOfOne = most }: Limits = usual) {
    this.#doors = new Doors({ most, mostOfGroup, mostOfOne })
  }

  async enter(lane: string): Promise<() => void> {
    await this.#doors.enter(lane)
    let isInside = true
    return () => {
      if (isInside) this.#doors.leave(lane)
      isInside = false
    }
  }
}
