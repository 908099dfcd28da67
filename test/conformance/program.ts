import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { assert } from '#test'

/** A program that prints a line for everything it has done; most handle each input line. */
export class Program {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #ended: Promise<unknown>

  constructor(command: string, ...args: string[]) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  async hear(): Promise<string> {
    const { done, value } = await this.#lines.next()
    assert.ok(!done, 'the program has ended')
    return value
  }

  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  async ask(line: object): Promise<void> {
    this.say(JSON.stringify(line))
    await this.hear()
  }

  /** The result of `work`; fails if the program ends first. */
  during<T>(work: Promise<T>): Promise<T> {
    const ended = this.#ended.then((): never => assert.fail('the program has ended'))
    return Promise.race([work, ended])
  }

  /** Ends it: most end with their input, others need a signal. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.stdin?.end()
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await this.#ended
    clearTimeout(late)
  }
}
