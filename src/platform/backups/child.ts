import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { projectRoot, wasmBudgetFlag } from '#platform/config'
import type { ReportWork } from '#platform/db'
import { BackupBusyError } from './backup-lock.ts'
import type { BackupRecord } from './place.ts'
import type { Command, Said, Task } from './program.ts'

/** Built by scripts/build.mjs. */
const program = join(projectRoot, 'dist/workers/backup.js')

export class Child {
  readonly #process = fork(program, [], {
    execArgv: [wasmBudgetFlag],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  readonly #gone: Promise<void>

  /** `nice`: process priority, from 0 to 19 (lowest). */
  constructor(nice: number) {
    this.#gone = new Promise((resolve) => this.#process.once('exit', () => resolve()))
    try {
      if (this.#process.pid !== undefined) setPriority(this.#process.pid, nice)
    } catch {
      // the process is gone already, or the system has no priorities
    }
  }

  async perform(
    task: Task,
    {
      copy,
      warned,
      progress,
    }: { copy: (folder: string) => Promise<void>; warned: (text: string) => void; progress?: ReportWork | undefined },
  ): Promise<BackupRecord> {
    const tell = (told: Command) => {
      if (this.#process.connected) this.#process.send(told)
    }
    const answer = new Promise<BackupRecord>((resolve, reject) => {
      this.#process.on('message', (said: Said) => {
        if ('done' in said) resolve(said.done)
        else if ('warning' in said) warned(said.warning)
        else if ('progress' in said) progress?.(said.progress)
        else if ('failed' in said) reject(said.isBusy ? new BackupBusyError() : new Error(said.failed))
        else
          copy(said.copyTo).then(
            () => tell({ copied: true }),
            (error: Error) => tell({ uncopied: error.message }),
          )
      })
      this.#process.once('error', reject)
      this.#process.once('exit', (code, signal) =>
        reject(new Error(`the process of the backup ended with ${code ?? signal}`)),
      )
    })
    tell(task)
    try {
      return await answer
    } finally {
      await this.#gone
    }
  }

  end(): Promise<void> {
    this.#process.kill('SIGKILL')
    return this.#gone
  }
}
