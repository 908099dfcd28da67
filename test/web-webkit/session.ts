import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../harness/port.ts'
import { programs } from './programs.ts'

/** WebDriver's key for element references in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
export interface ElementReference {
  readonly [elementKey]: string
}

/** How long a test waits for a page: under load, pages take many times longer than alone. */
const patienceMs = 180_000
const pollMs = 50

interface SessionOptions {
  readonly display: string
  readonly environment: Readonly<Record<string, string>>
}

/** WebKitGTK's MiniBrowser, driven by WebDriver over HTTP. */
export class Session {
  readonly #driver: ChildProcess
  readonly #address: string

  private constructor(driver: ChildProcess, address: string) {
    this.#driver = driver
    this.#address = address
  }

  static async open({ display, environment }: SessionOptions): Promise<Session> {
    const port = await freePort()
    const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      // its own process group, so that the browser ends with it
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ...environment, DISPLAY: display, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    const root = `http://127.0.0.1:${port}`
    try {
      await until('WebKitWebDriver answers', () => fetch(`${root}/status`).then(({ ok }) => ok || undefined))
      const { sessionId } = await send<{ sessionId: string }>(`${root}/session`, 'POST', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
            timeouts: { script: patienceMs, pageLoad: patienceMs, implicit: 0 },
          },
        },
      })
      return new Session(driver, `${root}/session/${sessionId}`)
    } catch (error) {
      endGroup(driver)
      throw error
    }
  }

  #send<T = unknown>(path: string, body: object = {}): Promise<T> {
    return send<T>(`${this.#address}${path}`, 'POST', body)
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('/window/rect', { x: 0, y: 0, width, height })
  }

  async go(url: string): Promise<void> {
    await this.#send('/url', { url })
  }

  async reload(): Promise<void> {
    await this.#send('/refresh')
  }

  /** Runs a function in the page. Arguments and results are sent as JSON; elements as references. */
  run<T, A extends unknown[]>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const body = `const done = arguments[arguments.length - 1]
      Promise.resolve((${script}).apply(null, [...arguments].slice(0, -1))).then(
        (value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }))`
    return this.#send<{ value: T; error?: string }>('/execute/async', { script: body, args }).then((answer) => {
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.value
    })
  }

  /** Waits until a function in the page returns anything but undefined, null, or false. */
  waitFor<T, A extends unknown[]>(
    what: string,
    script: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<Answer<T>> {
    return until(what, () => this.run(script, ...args))
  }

  /** Types into the focused element. Keys such as Enter are the code points that WebDriver assigns. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#send('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async press(...keys: string[]): Promise<void> {
    const actions = [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]
    await this.#send('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async click(element: ElementReference): Promise<void> {
    await this.#send(`/element/${element[elementKey]}/click`)
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await send<string>(`${this.#address}/screenshot`, 'GET'), 'base64')
  }

  async close(): Promise<void> {
    await send(this.#address, 'DELETE').catch(() => {})
    endGroup(this.#driver)
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // all of them have ended
  }
}

async function send<T = unknown>(url: string, method: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`)
  return value
}

/** A result that isn't "not yet". */
type Answer<T> = Exclude<T, null | undefined | false>

/** Retries until there's a result; an error counts as none yet. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<Answer<T>> {
  const end = Date.now() + patienceMs
  let problem: unknown
  for (;;) {
    try {
      const found = await ask()
      if (found !== undefined && found !== null && found !== false) return found as Answer<T>
    } catch (error) {
      problem = error
    }
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`, { cause: problem })
    await sleep(pollMs)
  }
}

/** Keys without a character, as WebDriver names them. */
export const keys = {
  enter: '\uE007',
  escape: '\uE00C',
  control: '\uE009',
  shift: '\uE008',
  up: '\uE013',
  down: '\uE015',
  backspace: '\uE003',
} as const
