import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/config'
import { freePort } from '../harness/port.ts'

/** Also in scripts/install-livekit.sh. */
export const livekitVersion = 'v1.9.12'
const program = join(projectRoot, `.cache/livekit/livekit-server-${livekitVersion}`)
export const hasLiveKit = existsSync(program)

/** Adds the reason to the name of tests that are skipped without LiveKit. */
export const withLiveKit = (name: string): string =>
  hasLiveKit ? name : `${name} (skipped: scripts/install-livekit.sh hasn’t been run)`

const key = 'test'
const secret = 'a secret of calls with 32 characters'

interface Wanted {
  /** The URL for webhooks. */
  readonly webhook?: string
  /** The port of a server that ran before. */
  readonly port?: number
}

/** A LiveKit server on loopback. */
export class LiveKitServer {
  readonly port: number
  readonly #process: ChildProcess
  readonly #folder: string
  output = ''

  private constructor(process: ChildProcess, folder: string, port: number) {
    this.#process = process
    this.#folder = folder
    this.port = port
  }

  static async start({ webhook, port: known }: Wanted = {}): Promise<LiveKitServer> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-livekit-'))
    const [port, tcp, udp, noStun] = [known ?? (await freePort()), await freePort(), await freePort(), await freePort()]
    const settings = {
      port,
      bind_addresses: ['127.0.0.1'],
      rtc: {
        tcp_port: tcp,
        udp_port: udp,
        node_ip: '127.0.0.1',
        use_external_ip: false,
        enable_loopback_candidate: true,
        // the default is third-party servers
        stun_servers: [`127.0.0.1:${noStun}`],
      },
      keys: { [key]: secret },
      ...(webhook ? { webhook: { api_key: key, urls: [webhook] } } : {}),
    }
    const file = join(folder, 'livekit.yaml')
    // JSON is YAML too
    await writeFile(file, JSON.stringify(settings))
    const child = spawn(program, ['--config', file], { stdio: ['ignore', 'pipe', 'pipe'] })
    const server = new LiveKitServer(child, folder, port)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        server.output = (server.output + chunk.toString()).slice(-20_000)
      })
    while (!(await server.#answers())) {
      if (child.exitCode !== null) throw new Error(`LiveKit ended with ${child.exitCode}: ${server.output}`)
      await sleep(50)
    }
    return server
  }

  async #answers(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Options for a Loquat server that uses LiveKit on this port. */
  static flags(port: number): Record<string, string> {
    return { livekitUrl: `ws://127.0.0.1:${port}`, livekitApiKey: key, livekitApiSecret: secret }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve))
      this.#process.kill('SIGKILL')
      await ended
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}
