import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../harness/port.ts'
import { Network } from './network.ts'

/** Installed by Debian's package `nats-server`; undefined otherwise. */
export const natsProgram: string | undefined = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find(existsSync)

/** A test's own NATS server, which the test can disrupt. */
export class NatsServer {
  readonly port: number
  readonly #arguments: readonly string[]
  #child: ChildProcess | undefined

  private constructor(port: number, more: readonly string[]) {
    this.port = port
    this.#arguments = ['--addr', '127.0.0.1', '--port', String(port), ...more]
  }

  static async create(...more: string[]): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), more)
    await server.start()
    return server
  }

  /** With settings that only a configuration file can have. */
  static async configured(settings: string): Promise<NatsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-nats-'))
    const file = join(folder, 'settings')
    await writeFile(file, settings)
    return NatsServer.create('--config', file).finally(() => rm(folder, { recursive: true }))
  }

  static async cluster(count: number): Promise<NatsServer[]> {
    const doors = await Promise.all(Array.from({ length: count }, () => freePort()))
    const routes = doors.map((port) => `nats://127.0.0.1:${port}`).join(',')
    return Promise.all(
      doors.map((port) =>
        NatsServer.create('--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${port}`, '--routes', routes),
      ),
    )
  }

  /** Two servers of a cluster, and the network between them. */
  static async apart(): Promise<{ one: NatsServer; other: NatsServer; between: Network }> {
    const [near, far] = [await freePort(), await freePort()]
    const between = await Network.start(await freePort(), near)
    const advertised = ['--cluster_advertise', `127.0.0.1:${between.port}`]
    const clusterAt = (port: number) => ['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${port}`]
    const one = await NatsServer.create(...clusterAt(near), ...advertised)
    const other = await NatsServer.create(...clusterAt(far), '--routes', `nats://127.0.0.1:${between.port}`)
    return { one, other, between }
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#child?.pid as number
  }

  async start(): Promise<void> {
    const child = spawn(natsProgram as string, this.#arguments, { stdio: 'ignore' })
    this.#child = child
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`the NATS server has ended with ${child.exitCode}`)
      await pause(20)
    }
  }

  /** As if it were unplugged, or stopped for an upgrade. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  /** Keeps its connections, and says nothing until it's resumed. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    this.#child?.kill('SIGCONT')
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
      socket.once('data', () => resolve(true)).once('error', () => resolve(false))
      socket.once('close', () => resolve(false))
      socket.once('data', () => socket.destroy())
    })
  }
}
