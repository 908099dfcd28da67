import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runHere, serveHere } from './command.ts'
import { program } from './command-processes.ts'
import { prepareDirectory } from './directory.ts'
import { freePort } from './port.ts'

export const foundSociety = [
  ...['org', 'create', '--json', '--name', 'Society', '--owner-name', 'Ada'],
  ...['--owner-email', 'ada@society.example', '--owner-password', 'correct horse battery'],
]

const run = promisify(execFile)

/** The setup for a test's own real server process: a data directory and, if tests use a server, a database. */
export class RealServer {
  readonly dataDir: string
  readonly environment: NodeJS.ProcessEnv
  port = 0
  /**
   * Whether the next start is in the test's process. perf: a separate process takes seconds of CPU time, and is for
   * tests of signals, kills, and the process itself.
   */
  isHere = false
  /** The user it runs as, if other than the tests'. */
  user: { readonly uid: number; readonly gid: number } | undefined
  #child: ChildProcess | null = null
  #stopHere: (() => Promise<{ code: number | null }>) | undefined
  #dropDatabase: () => Promise<void> = async () => {}

  private constructor(dataDir: string, environment: NodeJS.ProcessEnv) {
    this.dataDir = dataDir
    this.environment = environment
  }

  /** `isPlain` leaves the choice of database to the test; with `isNew` there is none yet. */
  static async prepare({ isPlain = false, isNew = false, isHere = false } = {}): Promise<RealServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-test-'))
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      LOQUAT_RATE_LIMITS: 'off',
      LOQUAT_LOG_LEVEL: 'error',
      LOQUAT_BACKUP_EVERY: 'off',
    }
    const server = new RealServer(dataDir, environment)
    server.isHere = isHere
    const url = process.env.LOQUAT_TEST_DATABASE_URL
    if (url && !isPlain) {
      const { copyTemplate } = await import('./server.ts')
      const database = await copyTemplate(url)
      environment.LOQUAT_DATABASE_URL = database.url
      server.#dropDatabase = database.drop
    } else if (!isPlain && !isNew) await prepareDirectory(dataDir)
    return server
  }

  async command(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [...program, ...args, '--data-dir', this.dataDir], {
      env: this.environment,
    })
    return stdout
  }

  /** An organization at the root, with its owner. */
  async createOrganization(): Promise<{ email: string; apiKey: string; userId: number }> {
    const args = [...foundSociety, '--data-dir', this.dataDir]
    const { code, out, err } = await runHere(args, { environment: this.environment })
    if (code !== 0) throw new Error(err)
    const { owner } = JSON.parse(out)
    return { email: owner.email, apiKey: owner.api_key, userId: owner.user_id }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts the server, on the port of its last start if any, and waits until it's ready. */
  async start(): Promise<void> {
    this.port ||= await freePort()
    const args = ['--data-dir', this.dataDir, '--host', '127.0.0.1', '--port', String(this.port)]
    if (this.isHere) {
      this.#stopHere = (await serveHere(args, this.environment)).stop
      return
    }
    const child = spawn(process.execPath, [...program, 'serve', ...args], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...this.user,
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      let text = ''
      child.stdout.on('data', (part) => {
        text += part
        if (/https?:\/\/[^\s:]+:\d+/.test(text)) resolve()
      })
      child.once('exit', (code, signal) => reject(new Error(`the server ended with ${code ?? signal}: ${text}`)))
    })
  }

  /** Signals the process and waits until it has ended; one that runs here is stopped as by SIGTERM. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const stop = this.#stopHere
    this.#stopHere = undefined
    if (stop) return (await stop()).code
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return gone
  }

  /** Keeps its connections, and does nothing until it's resumed. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    this.#child?.kill('SIGCONT')
  }

  async dispose(): Promise<void> {
    await this.end('SIGKILL')
    await this.#dropDatabase()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
