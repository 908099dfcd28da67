import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openServer } from '#platform/db'
import type { MadeCertificate } from '../harness/certificate.ts'
import { freePort } from '../harness/port.ts'

const run = promisify(execFile)
const packages = '/usr/lib/postgresql'

/** The folder with the programs of the newest server that is installed; undefined where there is none. */
export const programs: string | undefined = (existsSync(packages) ? readdirSync(packages) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(packages, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'postgres')))

export const isRoot = process.getuid?.() === 0

/** The server refuses to run as root. */
export const account = (() => {
  if (!isRoot) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return {}
  }
})()

/** A folder that the server's account owns. */
export async function folderForServer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-outages-'))
  await chmod(folder, 0o700)
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid as number)
  return folder
}

/** The name of the standby for which commits wait. */
const synchronous = 'synchronous'

/** A PostgreSQL server of a test's own, which the test may treat badly. `chat` is a database of the role `chat`. */
export class PostgresServer {
  readonly folder: string
  readonly port: number
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  static async create(folder?: string): Promise<PostgresServer> {
    const server = new PostgresServer(folder ?? (await folderForServer()), await freePort())
    await server.program('initdb', '-D', server.data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C')
    appendFileSync(join(server.data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n')
    const settings = [
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = ''`,
      'max_connections = 60',
      'shared_buffers = 32MB',
      'max_wal_size = 64MB',
      'min_wal_size = 32MB',
      'wal_keep_size = 32MB',
      'hot_standby = on',
      // the machine stays up: what a killed server has written is there
      'fsync = off',
    ]
    appendFileSync(join(server.data, 'postgresql.conf'), `${settings.join('\n')}\n`)
    await server.start()
    await server.sql('create role chat login')
    await server.sql('create database chat owner chat')
    return server
  }

  /** A copy of another server, which follows it under a name. */
  static async standby(of: Pick<PostgresServer, 'port'>, name = 'follower'): Promise<PostgresServer> {
    const server = new PostgresServer(await folderForServer(), await freePort())
    const source = `host=127.0.0.1 port=${of.port} user=admin application_name=${name}`
    await server.program('pg_basebackup', '-D', server.data, '-d', source, '-R', '-c', 'fast', '-X', 'stream')
    await server.start()
    return server
  }

  /** One that has everything that the other acknowledges. */
  static async synchronousStandby(of: PostgresServer): Promise<PostgresServer> {
    const server = await PostgresServer.standby(of, synchronous)
    await of.waitsForOthers(true)
    for (;;) {
      const [state] = await of.sql(`select count(*) as count from pg_stat_replication where sync_state = 'sync'`)
      if (state?.count === 1) return server
      await pause(20)
    }
  }

  /** Whether a commit waits until the synchronous standby has it; where none does any more, those that waited have ended. */
  async waitsForOthers(waits: boolean): Promise<void> {
    const names = waits ? synchronous : ''
    await this.sql(`alter system set synchronous_standby_names = '${names}'`)
    await this.sql('select pg_reload_conf()')
    for (;;) {
      const [state] = await this.sql(
        `select current_setting('synchronous_standby_names') as names,
           (select count(*) from pg_stat_activity where wait_event = 'SyncRep') as waiting`,
      )
      if (state?.names === names && (waits || state?.waiting === 0)) return
      await pause(20)
    }
  }

  /** From now on it follows nobody, and nobody follows it yet. */
  async promote(): Promise<void> {
    await this.program('pg_ctl', 'promote', '-D', this.data, '-w')
    await this.waitsForOthers(false)
  }

  /** From now on the tables of `chat` are in a folder of their own, and what the server logs stays where it is. */
  async keepTablesIn(folder: string): Promise<void> {
    const tables = join(folder, 'tables')
    await mkdir(tables, { mode: 0o700 })
    if (account.uid !== undefined) await chown(tables, account.uid, account.gid as number)
    await this.sql(`create tablespace apart location '${tables}'`)
    await this.sql('alter database chat set tablespace apart')
  }

  /** From now on the role `chat` is let in over TLS alone, and is shown this certificate. */
  async speaksTls({ cert, key }: MadeCertificate): Promise<void> {
    for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
      const file = join(this.data, name)
      await writeFile(file, text, { mode: 0o600 })
      if (account.uid !== undefined) await chown(file, account.uid, account.gid as number)
    }
    const rules = join(this.data, 'pg_hba.conf')
    await writeFile(rules, `hostnossl all chat all reject\n${await readFile(rules, 'utf8')}`)
    await this.sql('alter system set ssl = on')
    await this.sql('select pg_reload_conf()')
    while ((await this.sql('show ssl'))[0]?.ssl !== 'on') await pause(20)
  }

  get data(): string {
    return join(this.folder, 'data')
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  url(user = 'admin', database = 'postgres', port = this.port): string {
    return `postgres://${user}@127.0.0.1:${port}/${database}`
  }

  async program(name: string, ...args: string[]): Promise<void> {
    await run(join(programs as string, name), args, { ...account, cwd: '/' })
  }

  /** Starts it, without waiting for it. */
  launch(): void {
    const log = join(this.folder, 'log')
    const command = `exec "${join(programs as string, 'postgres')}" -D "${this.data}" -p ${this.port} >>"${log}" 2>&1`
    this.#child = spawn('/bin/sh', ['-c', command], { ...account, cwd: '/', stdio: 'ignore' })
  }

  async start(): Promise<void> {
    this.launch()
    await this.answers()
  }

  /** Waits until it answers. */
  async answers(): Promise<void> {
    for (;;) {
      if (!this.isRunning) throw new Error(`the PostgreSQL server has ended; see ${join(this.folder, 'log')}`)
      try {
        await this.sql('select 1')
        return
      } catch {
        await pause(20)
      }
    }
  }

  /** `fast` ends the sessions, `immediate` is as if it were killed. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await gone
  }

  async sql(text: string, url = this.url()): Promise<Record<string, unknown>[]> {
    const driver = await openServer(url, { connections: 1, statementSecs: 60, canFollow: true })
    try {
      const connection = await driver.connect()
      try {
        return (await connection.query(text, [])).rows
      } finally {
        connection.release()
      }
    } finally {
      await driver.close()
    }
  }

  /** The same in the database of the role `chat`. */
  chat(text: string): Promise<Record<string, unknown>[]> {
    return this.sql(text, this.url('admin', 'chat'))
  }

  /** Ends every session of the role `chat`; answers how many there were. */
  async endSessions(): Promise<number> {
    const rows = await this.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'chat'`)
    return rows.length
  }

  async dispose(): Promise<void> {
    await this.stop('immediate')
    await rm(this.folder, { recursive: true, force: true })
  }
}
