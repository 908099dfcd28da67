import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { projectRoot } from '#platform/config'
import { makeCertificate } from './certificate.ts'
import { freePort } from './port.ts'

export const programs = ['nginx', 'caddy'] as const
export type Program = (typeof programs)[number]

/** Whether a program is installed; `scripts/install-proxies.sh` installs both. */
export const isInstalled = (program: Program): boolean =>
  spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error === undefined

/** The configurations on the documentation page, in order: for a host, then below a path. */
export async function documented(language: Program | 'yaml'): Promise<[host: string, path: string]> {
  const page = await readFile(join(projectRoot, 'docs', 'proxies.md'), 'utf8')
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text)
  if (blocks.length !== 2) throw new Error(`docs/proxies.md has ${blocks.length} configurations of ${language}`)
  return blocks as [string, string]
}

/** A complete configuration around the documented one, with this test's port, server, and certificate. */
const whole: Record<Program, (site: string, of: { folder: string; port: number; serverPort: number }) => string> = {
  nginx: (site, { folder, port, serverPort }) => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
  ${replaced(site, [
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
    [/127\.0\.0\.1:9991/, `127.0.0.1:${serverPort}`],
  ])}
}`,
  caddy: (site, { folder, port, serverPort }) =>
    `{\n  admin off\n  auto_https off\n  storage file_system ${folder}/storage\n}\n${replaced(site, [
      [/^(\S+) \{\n/, `https://$1:${port} {\n  bind 127.0.0.1\n  tls ${folder}/cert.pem ${folder}/key.pem\n`],
      [/127\.0\.0\.1:9991/, `127.0.0.1:${serverPort}`],
    ])}`,
}

function replaced(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  let result = text
  for (const [pattern, by] of pairs) {
    if (!pattern.test(result)) throw new Error(`the documented configuration has no ${pattern}`)
    result = result.replace(pattern, by)
  }
  return result
}

const started: Record<Program, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ['-p', folder, '-c', file],
  caddy: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** The address to connect from; any of 127.0.0.0/8. */
  from?: string
  /** Awaited before the response's body is read. */
  before?: () => Promise<void>
}

/** A real proxy on a port of this machine, and a client that trusts its certificate. */
export class ReverseProxy {
  readonly #host: string
  readonly #port: number
  readonly #folder: string
  readonly #child: ChildProcess
  readonly #agent: Agent

  private constructor(host: string, port: number, folder: string, child: ChildProcess, ca: string) {
    this.#host = host
    this.#port = port
    this.#folder = folder
    this.#child = child
    this.#agent = new Agent({ keepAlive: true, ca })
  }

  static async start(program: Program, site: string, host: string, serverPort: number): Promise<ReverseProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-proxy-'))
    // when started by root, nginx runs as another user, and buffers here for slow clients
    await chmod(folder, 0o711)
    const port = await freePort()
    const { cert, key } = makeCertificate([host, `*.${host}`])
    await writeFile(join(folder, 'cert.pem'), cert)
    await writeFile(join(folder, 'key.pem'), key)
    const file = join(folder, 'configuration')
    await writeFile(file, whole[program](site, { folder, port, serverPort }))
    const child = spawn(program, started[program](file, folder), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
    let said = ''
    child.stderr.on('data', (part) => {
      said += part
    })
    let end: string | undefined
    child.once('exit', (code) => {
      end = `${program} ended with ${code}: ${said}`
    })
    while (!(await answers(port, host, cert))) {
      if (end) throw new Error(end)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return new ReverseProxy(host, port, folder, child, cert)
  }

  ask(path: string, { method = 'GET', headers = {}, body, from, before }: RequestOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          ...(from && { localAddress: from }),
          port: this.#port,
          servername: this.#host,
          method,
          path,
          headers: {
            host: this.#host,
            ...(body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }),
            ...headers,
          },
        },
        async (incoming) => {
          await before?.()
          const parts = await incoming.toArray().catch(reject)
          if (parts)
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** A response whose body is read as it arrives. */
  open(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: '127.0.0.1', port: this.#port, servername: this.#host, path }
      request({ ...options, headers: { host: this.#host, ...headers } }, resolve)
        .on('error', reject)
        .end()
    })
  }

  /** Waits until nginx logs that it buffers a response on disk, or can't. */
  async keepsSome(): Promise<void> {
    const said = () => readFile(join(this.#folder, 'error.log'), 'utf8').catch(() => '')
    while (!/buffered to a temporary file|failed/.test(await said()))
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    if (this.#child.exitCode === null && this.#child.kill('SIGTERM')) await gone
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Whether the proxy is up: another program on that port wouldn't have its certificate. */
const answers = (port: number, servername: string, ca: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, ca }, () => resolve(Boolean(socket.destroy())))
    socket.once('error', () => resolve(false))
  })
