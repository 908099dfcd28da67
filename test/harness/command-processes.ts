import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import type { Ended } from './command.ts'

/**
 * Node's arguments to run the command. perf: most code in a process that lives for seconds isn't worth optimizing,
 * which takes a quarter of its time.
 */
export const program = ['--liftoff-only', '--interrupt-budget=1320000', join(projectRoot, 'bin/loquat')]

/** Commands in processes of their own, which work in a folder and choose the database themselves. */
export class CommandProcesses {
  readonly #folder: string
  readonly #running = new Set<ChildProcess>()

  constructor(folder: string) {
    this.#folder = folder
  }

  launch(args: string[], { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {}) {
    const { LOQUAT_TEST_DATABASE_URL: _, ...inherited } = process.env
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: this.#folder,
      env: { ...inherited, LOQUAT_RATE_LIMITS: 'off', LOQUAT_LOG_LEVEL: 'error', ...env },
    })
    this.#running.add(child)
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (part) => {
      ended.out += part
    })
    child.stderr.setEncoding('utf8').on('data', (part) => {
      ended.err += part
    })
    child.stdin.end(stdin)
    const closed = new Promise<Ended>((resolve) =>
      child.on('close', (code) => {
        this.#running.delete(child)
        resolve({ ...ended, code })
      }),
    )
    return { child, ended, closed }
  }

  async serve(dataDir: string, env: Record<string, string> = {}) {
    const { child, ended, closed } = this.launch(['serve', '--data-dir', dataDir, '--port', '0'], { env })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const found = /http:\S+/.exec(ended.out)
        if (found) resolve(found[0])
      })
      void closed.then(({ err }) => reject(new Error(err)))
    })
    const stop = (signal: NodeJS.Signals) => {
      child.kill(signal)
      return closed
    }
    return { url, ended, stop, pid: child.pid }
  }

  end(): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }
}
