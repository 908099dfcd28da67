import { type ChildProcess, execFile, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { programs } from './programs.ts'

const run = promisify(execFile)

/** An X server without a screen, with mouse and keyboard input that windows treat as real. */
export class Display {
  readonly name: string
  readonly #server: ChildProcess

  private constructor(server: ChildProcess, name: string) {
    this.#server = server
    this.name = name
  }

  static async open(): Promise<Display> {
    const server = spawn(
      programs.display,
      ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    // the server writes the number it chose once it accepts connections
    const number = await new Promise<string>((resolve, reject) => {
      server.once('error', reject)
      server.once('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)))
      ;(server.stdio[3] as Readable).once('data', (data) => resolve(String(data).trim()))
    })
    return new Display(server, `:${number}`)
  }

  #send(...args: string[]): Promise<unknown> {
    return run(programs.pointer, args, { env: { ...process.env, DISPLAY: this.name } })
  }

  /** In pixels of the screen. */
  moveTo(x: number, y: number): Promise<unknown> {
    return this.#send('mousemove', String(Math.round(x)), String(Math.round(y)))
  }

  click(): Promise<unknown> {
    return this.#send('click', '1')
  }

  press(): Promise<unknown> {
    return this.#send('mousedown', '1')
  }

  release(): Promise<unknown> {
    return this.#send('mouseup', '1')
  }

  wheel(direction: 'up' | 'down', notches: number, pauseMs: number): Promise<unknown> {
    const button = direction === 'up' ? '4' : '5'
    return this.#send('click', '--repeat', String(notches), '--delay', String(pauseMs), button)
  }

  async close(): Promise<void> {
    if (this.#server.exitCode !== null) return
    const ended = new Promise((resolve) => this.#server.once('exit', resolve))
    this.#server.kill()
    await ended
  }
}
