import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './port.ts'

const run = promisify(execFile)

/** Whether Postfix is installed and this process can start it (root); see `scripts/install-postfix.sh`. */
export const hasPostfix = existsSync('/usr/sbin/postfix') && process.getuid?.() === 0

interface Wishes {
  /** Lines of `main.cf`. */
  readonly main: readonly string[]
  /** Lines of `master.cf`. */
  readonly master?: readonly string[]
}

/** A test's own Postfix, with its configuration, queue, and data in a folder, on a port of the loopback address. */
export class Postfix {
  readonly port: number
  readonly #folder: string
  readonly #master: ChildProcess

  private constructor(folder: string, port: number, master: ChildProcess) {
    this.#folder = folder
    this.port = port
    this.#master = master
  }

  static async start({ main, master = [] }: Wishes): Promise<Postfix> {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'loquat-postfix-')), await freePort()]
    // its processes run as another user, who needs access
    await chmod(folder, 0o755)
    const place = (name: string) => join(folder, name)
    for (const name of ['config', 'queue', 'data']) await mkdir(place(name))
    await run('chown', ['postfix', place('data')])
    await writeFile(
      place('config/main.cf'),
      [
        'compatibility_level = 3.6',
        'myhostname = mx.front.example',
        'mydestination =',
        'alias_maps =',
        'local_recipient_maps =',
        'mynetworks = 127.0.0.0/8',
        'inet_interfaces = 127.0.0.1',
        'inet_protocols = ipv4',
        'smtp_host_lookup = native',
        'disable_dns_lookups = yes',
        `queue_directory = ${place('queue')}`,
        `data_directory = ${place('data')}`,
        `maillog_file = ${place('log')}`,
        `maillog_file_prefixes = ${folder}`,
        'smtputf8_enable = no',
        'message_size_limit = 60000000',
        'mailbox_size_limit = 0',
        'minimal_backoff_time = 1s',
        'maximal_backoff_time = 2s',
        'queue_run_delay = 1s',
        ...main,
        '',
      ].join('\n'),
    )
    const services = ['pickup unix n - n 60 1 pickup', 'cleanup unix n - n - 0 cleanup', 'qmgr unix n - n 1 1 qmgr']
    const plain = ['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`)
    await writeFile(
      place('config/master.cf'),
      [
        `127.0.0.1:${port} inet n - n - - smtpd`,
        ...services,
        ...plain,
        'rewrite unix - - n - - trivial-rewrite',
        'verify unix - - n - 1 verify',
        'proxymap unix - - n - - proxymap',
        'smtp unix - - n - - smtp',
        'relay unix - - n - - smtp',
        'error unix - - n - - error',
        'retry unix - - n - - error',
        'discard unix - - n - - discard',
        'anvil unix - - n - 1 anvil',
        'scache unix - - n - 1 scache',
        'tlsmgr unix - - n 1000? 1 tlsmgr',
        'flush unix n - n 1000? 0 flush',
        'postlog unix-dgram n - n - 1 postlogd',
        ...master,
        '',
      ].join('\n'),
    )
    // creates missing queue folders
    await run('/usr/sbin/postfix', ['-c', place('config'), 'check'])
    const process = spawn('/usr/lib/postfix/sbin/master', ['-c', place('config'), '-d'], { stdio: 'ignore' })
    const postfix = new Postfix(folder, port, process)
    await postfix.#answers()
    return postfix
  }

  async #answers(): Promise<void> {
    while (this.#master.exitCode === null) {
      const isThere = await new Promise<boolean>((resolve) => {
        const socket = connect(this.port, '127.0.0.1')
        socket.once('data', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', () => resolve(false))
      })
      if (isThere) return
      await sleep(50)
    }
    throw new Error(`Postfix ended with ${this.#master.exitCode}: ${await this.log()}`)
  }

  log(): Promise<string> {
    return readFile(join(this.#folder, 'log'), 'utf8').catch(() => '')
  }

  async logged(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(await this.log())
      if (match) return match[0]
      if (this.#master.exitCode !== null) throw new Error('Postfix has ended')
      await sleep(100)
    }
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#master.once('exit', resolve))
    this.#master.kill('SIGTERM')
    if (this.#master.exitCode === null) await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}
