import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../harness/port.ts'

const program = '/usr/bin/turnserver'
/** Debian's coturn. */
export const hasTurnServer = existsSync(program)

interface Wanted {
  readonly certificate?: { readonly cert: string; readonly key: string }
  /** Further lines of its configuration. */
  readonly lines?: readonly string[]
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const connected = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  if (connected) return
  await setTimeout(20)
  return accepts(port)
}

/** Debian's coturn on loopback, with credentials made from a shared secret. */
export class TurnServer {
  readonly secret = 'a secret of relays'
  readonly port: number
  readonly tlsPort: number
  readonly #process: ChildProcess
  readonly #folder: string
  output = ''

  private constructor(process: ChildProcess, folder: string, ports: { port: number; tlsPort: number }) {
    this.#process = process
    this.#folder = folder
    this.port = ports.port
    this.tlsPort = ports.tlsPort
  }

  static async start({ certificate, lines = [] }: Wanted = {}): Promise<TurnServer> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-turn-'))
    const ports = { port: await freePort(), tlsPort: await freePort() }
    const file = (name: string) => join(folder, name)
    if (certificate) {
      await writeFile(file('cert.pem'), certificate.cert)
      await writeFile(file('key.pem'), certificate.key)
    }
    const settings = [
      `listening-port=${ports.port}`,
      `tls-listening-port=${ports.tlsPort}`,
      'listening-ip=127.0.0.1',
      'relay-ip=127.0.0.1',
      'realm=turn.loquat.test',
      'use-auth-secret',
      'static-auth-secret=a secret of relays',
      'allow-loopback-peers',
      'no-cli',
      'no-dtls',
      'log-file=stdout',
      `pidfile=${file('pid')}`,
      `userdb=${file('db')}`,
      ...(certificate ? [`cert=${file('cert.pem')}`, `pkey=${file('key.pem')}`] : ['no-tls']),
      ...lines,
    ]
    await writeFile(file('turnserver.conf'), `${settings.join('\n')}\n`)
    const child = spawn(program, ['-c', file('turnserver.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
    const server = new TurnServer(child, folder, ports)
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        server.output += chunk.toString()
        if (/Total auth threads|Total General servers|IO method \(general relay thread\)/i.test(server.output))
          resolve()
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`turnserver ended with ${code}: ${server.output.slice(-2_000)}`)))
    })
    // it reports that it's ready before its TCP listeners accept
    for (const port of [ports.port, ...(certificate ? [ports.tlsPort] : [])]) await accepts(port)
    return server
  }

  get urls(): { readonly udp: string; readonly tcp: string; readonly tls: string } {
    const { port, tlsPort } = this
    return {
      udp: `turn:127.0.0.1:${port}?transport=udp`,
      tcp: `turn:127.0.0.1:${port}?transport=tcp`,
      tls: `turns:127.0.0.1:${tlsPort}`,
    }
  }

  /** Stops relaying until it's resumed, like a network outage. */
  freeze(): void {
    this.#process.kill('SIGSTOP')
  }

  resume(): void {
    this.#process.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    this.#process.removeAllListeners('exit')
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve))
      this.#process.kill('SIGKILL')
      await ended
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}
