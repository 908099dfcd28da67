import { FailedError } from './errors.ts'
import type { Input } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** One part of a trial. */
export interface Step {
  readonly step: string
  readonly ok: boolean
  readonly says: string
}

/** Reports steps as they're done; JSON at the end. */
export class Trial {
  readonly #terminal: Terminal
  readonly #json: boolean
  readonly #steps: Step[] = []

  constructor(terminal: Terminal, { switches }: Pick<Input, 'switches'>) {
    this.#terminal = terminal
    this.#json = switches.has('json')
  }

  /** Runs a step; the text it returns is shown. Returns whether it succeeded. */
  async step(step: string, work: () => Promise<string>): Promise<boolean> {
    const begun = performance.now()
    const done = await work().then(
      (says) => ({ step, ok: true, says: `${says} (${Math.round(performance.now() - begun)} ms)` }),
      (error: Error) => ({ step, ok: false, says: error.message || String(error) }),
    )
    this.#steps.push(done)
    if (!this.#json) this.#terminal.say(`${done.ok ? 'ok    ' : 'failed'}  ${done.step}: ${done.says}`)
    return done.ok
  }

  /** Throws if a step failed; `hint` says what to do. */
  end(hint: string): void {
    if (this.#json) this.#terminal.say(JSON.stringify(this.#steps))
    const failed = this.#steps.filter(({ ok }) => !ok).map(({ step }) => step)
    if (failed.length > 0) throw new FailedError(`failed: ${failed.join(', ')}. ${hint}`)
  }
}
