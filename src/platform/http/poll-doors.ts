import { Doors } from '#platform/turns'

/** So many are answered at once, and so many of one person. */
const usual = { most: 64, mostOfOne: 8 }

/**
 * Before polls. Whoever waits for events is outside. When thousands come at once and are behind, as after a restart,
 * what each is to be told is read, written and compressed for a few of them at a time, and not kept for all of them
 * together; whoever sends a message meanwhile finds the processor free sooner.
 */
export class PollDoors {
  readonly #doors: Doors

  constructor(limits = usual) {
    this.#doors = new Doors(limits)
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
