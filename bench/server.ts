import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { proportionalMemory } from './processes.ts'

/** Another version's program, such as the one before a change, to compare both in turn. */
const program = process.env.LOQUAT_BENCH_PROGRAM ?? join(projectRoot, 'dist/loquat.js')

export class ServerProcess {
  readonly #child: ChildProcess
  readonly port: number

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  /** Resolves when it responds; `startMs` is how long that took. */
  static async start(
    args: string[],
    options: { execArgv?: string[]; program?: string; env?: Record<string, string> } = {},
  ): Promise<{ server: ServerProcess; startMs: number }> {
    const begun = performance.now()
    const child = spawn(
      process.execPath,
      [
        ...(process.env.LOQUAT_BENCH_NODE_OPTIONS?.split(' ') ?? []),
        ...(options.execArgv ?? []),
        options.program ?? program,
        'serve',
        '--port',
        '0',
        ...args,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          LOQUAT_RATE_LIMITS: 'off',
          LOQUAT_LOG_LEVEL: 'warn',
          LOQUAT_BACKUP_EVERY: 'off',
          ...options.env,
        },
      },
    )
    process.once('exit', () => child.kill('SIGKILL'))
    const port = await new Promise<number>((resolve, reject) => {
      let text = ''
      child.stdout?.on('data', (part) => {
        text += part
        const found = /http:\/\/[^\s:]+:(\d+)/.exec(text)
        if (found) resolve(Number(found[1]))
      })
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)))
    })
    return { server: new ServerProcess(child, port), startMs: performance.now() - begun }
  }

  get pid(): number {
    return this.#child.pid as number
  }

  memory(): number {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) / 1024
    } catch {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.pid)]).toString()) / 1024
    }
  }

  /** Memory in MB, with shared pages divided among their processes; Linux only. */
  proportionalMemory(): number {
    return proportionalMemory(this.pid)
  }

  /** CPU time so far, in milliseconds: more reliable than wall time on a shared machine. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  /** The same for the event loop's thread alone, without the database and rendering. */
  loopCpuMs(): number {
    const fields = readFileSync(`/proc/${this.pid}/task/${this.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  /** Read and write calls so far, on files and connections; Linux only. */
  readsAndWrites(): number {
    const text = readFileSync(`/proc/${this.pid}/io`, 'utf8')
    return [...text.matchAll(/^sysc[rw]: (\d+)$/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}
