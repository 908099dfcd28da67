import { asUserId } from '#contract'
import { assert } from '#test'
import { Session } from '../../client/session.ts'
import type { Made, Scene } from './fixture.ts'
import { post } from './people.ts'

interface Received {
  id: number
  type: string
  message?: { id: number }
}

/** The owner, following one queue wherever the organization is, with the whole state. */
export class Follower {
  readonly #scene: Scene
  readonly #made: Made
  readonly #at: number
  readonly #session: Session
  readonly #queueId: string
  readonly #heard: Received[] = []
  readonly #polling: Promise<void>
  #isOver = false

  private constructor(scene: Scene, made: Made, at: number, session: Session) {
    this.#scene = scene
    this.#made = made
    this.#at = at
    this.#session = session
    this.#queueId = session.queueId
    this.#polling = this.#poll()
  }

  static async start(scene: Scene, made: Made, at: number): Promise<Follower> {
    return new Follower(scene, made, at, await openSession(scene, made, at))
  }

  get messages(): number[] {
    return this.#heard.flatMap(({ message }) => message?.id ?? [])
  }

  /** Asserts that each of these messages was received once. */
  heardOnce(ids: Iterable<number>): void {
    const { messages } = this
    for (const id of ids) assert.equal(messages.filter((each) => each === id).length, 1)
  }

  /**
   * Ends after an event of someone else. Asserts the same queue, ordered events, and the state of a fresh register
   * response.
   */
  async end(): Promise<void> {
    this.#isOver = true
    await post(this.#scene.client(this.#made, 0), 'The end')
    await this.#polling
    while ((await this.#hear({ wait: false })) > 0);
    assert.equal(this.#session.queueId, this.#queueId, 'the queue has changed')
    const ids = this.#heard.map(({ id }) => id)
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
      'events are not in order',
    )
    const fresh = await openSession(this.#scene, this.#made, this.#at)
    assert.deepEqual(stateOf(this.#session), stateOf(fresh))
    await fresh.close()
    await this.#session.close()
  }

  async #poll(): Promise<void> {
    while (!this.#isOver) await this.#hear({ wait: true })
  }

  async #hear({ wait }: { wait: boolean }): Promise<number> {
    const { events } = await this.#session.poll({ wait })
    this.#heard.push(...(events as unknown as Received[]))
    return events.length
  }
}

const openSession = (scene: Scene, made: Made, at: number): Promise<Session> =>
  Session.open({
    client: scene.client(made, at),
    parameters: { apply_markdown: true, slim_presence: true, include_subscribers: true },
    userId: asUserId(made.owner.user_id),
  })

/** Without what differs for each queue. */
function stateOf({ told }: Session): object {
  const { queue_id: _a, last_event_id: _b, server_timestamp: _c, ...rest } = told as Record<string, unknown>
  return rest
}
