import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test'
import { account, folderForServer } from './postgres.ts'

/** Installed by Debian's package `pgbouncer`; undefined otherwise. */
export const pgBouncerProgram: string | undefined = ['/usr/sbin/pgbouncer'].find(existsSync)

/** A database on this machine; by default that of a test's own server. */
interface Behind {
  readonly port: number
  readonly database?: string
  readonly role?: string
}

/** PgBouncer in transaction mode, in front of a database. */
export class PgBouncer {
  readonly port: number
  readonly #folder: string
  readonly #sessions: number
  #child: ChildProcess | undefined

  private constructor(port: number, folder: string, sessions: number) {
    this.port = port
    this.#folder = folder
    this.#sessions = sessions
  }

  static async create(behind: Behind, sessions: number): Promise<PgBouncer> {
    const bouncer = new PgBouncer(await freePort(), await folderForServer(), sessions)
    await bouncer.#configure(behind)
    await bouncer.start()
    return bouncer
  }

  /** Points it at another server, as an operator does after a promotion. */
  async leadTo(behind: Behind): Promise<void> {
    await this.#configure(behind)
    this.#child?.kill('SIGHUP')
  }

  async #configure({ port, database = 'chat', role = 'chat' }: Behind): Promise<void> {
    const settings = `[databases]
chat = host=127.0.0.1 port=${port} dbname=${database} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = ${this.#sessions}
server_login_retry = 1
`
    await writeFile(this.#file, settings, { mode: 0o644 })
  }

  get #file(): string {
    return join(this.#folder, 'settings')
  }

  get url(): string {
    return `postgres://chat@127.0.0.1:${this.port}/chat`
  }

  async start(): Promise<void> {
    const child = spawn(pgBouncerProgram as string, ['-q', this.#file], { ...account, cwd: '/', stdio: 'ignore' })
    this.#child = child
    while (!(await this.#listens())) {
      if (child.exitCode !== null) throw new Error(`PgBouncer has ended with ${child.exitCode}`)
      await pause(20)
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  async dispose(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
      socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
      socket.once('close', (hadError) => resolve(!hadError))
    })
  }
}
