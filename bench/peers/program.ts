import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const startSecs = 120
const stopSecs = 20

export interface ProgramOptions {
  cwd: string
  /** Gets what the program prints. */
  log: string
  env?: Record<string, string>
  /** The account to run as; the same one by default. */
  account?: { uid: number; gid: number } | undefined
}

/** A server program in the foreground, which ends with this process at the latest. */
export class Program {
  readonly #child: ChildProcess
  readonly #log: string
  #hasEnded = false
  readonly #ended: Promise<void>

  constructor(command: string, args: readonly string[], { cwd, log, env, account }: ProgramOptions) {
    const output = openSync(log, 'a')
    this.#log = log
    this.#child = spawn(command, args, {
      cwd,
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH ?? '', HOME: cwd, LANG: 'C.UTF-8', ...env },
      ...account,
    })
    closeSync(output)
    const kill = () => this.#child.kill('SIGKILL')
    process.once('exit', kill)
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true
        process.off('exit', kill)
        resolve()
      }
      this.#child.once('exit', end)
      this.#child.once('error', end)
    })
  }

  get pid(): number {
    return this.#child.pid as number
  }

  /** Repeats a request until there's a response. */
  async responds(request: () => Promise<unknown>): Promise<void> {
    const deadline = performance.now() + startSecs * 1000
    for (;;) {
      try {
        await request()
        return
      } catch (error) {
        if (this.#hasEnded || performance.now() > deadline) {
          await this.stop()
          throw new Error(`it didn't start: ${this.#printed()}`, { cause: error })
        }
      }
      await pause(20)
    }
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopSecs * 1000)
    await this.#ended
    clearTimeout(timer)
  }

  #printed(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').slice(-2_000) : ''
  }
}
