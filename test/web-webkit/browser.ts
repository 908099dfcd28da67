import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Person, startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { password, setPassword } from '../web/password.ts'
import { Display } from './display.ts'
import { emojiFontFolder } from './programs.ts'
import { type ElementReference, keys, Session, until } from './session.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export class WebKitVisitor {
  readonly session: Session
  readonly #display: Display
  /** The page's position on the screen. */
  #origin: Point | undefined

  constructor(session: Session, display: Display) {
    this.session = session
    this.#display = display
  }

  async signsIn(address: string, person: Person): Promise<void> {
    await this.session.go(`${address}/`)
    await this.session.waitFor(
      'the page for signing in',
      (email, word) => {
        const [name, secret] = ['username', 'password'].map((one) =>
          document.querySelector<HTMLInputElement>(`input[name=${one}]`),
        )
        if (!name || !secret) return false
        name.value = email
        secret.value = word
        secret.focus()
        return true
      },
      person.email,
      password,
    )
    await this.session.press(keys.enter)
    await this.listens()
  }

  /** Waits until the page has loaded and handles input. */
  async listens(): Promise<void> {
    await this.session.waitFor(
      'the client',
      () => document.getElementById('left-sidebar') !== null && performance.getEntriesByName('listens').length > 0,
    )
  }

  async opens(hash: string): Promise<void> {
    await this.session.run((to) => {
      location.hash = to
    }, hash)
  }

  /** Waits for a visible element with this name (its label, or else its text). */
  find(selector: string, name: string): Promise<ElementReference> {
    return this.session.waitFor(
      `${selector} named ${name}`,
      (css, wanted) => {
        const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent
        const all = [...document.querySelectorAll<HTMLElement>(css)]
        // serialized as a reference
        return all.find((one) => one.checkVisibility() && nameOf(one).trim() === wanted) as unknown as ElementReference
      },
      selector,
      name,
    )
  }

  async clicks(selector: string, name: string): Promise<void> {
    await this.session.click(await this.find(selector, name))
  }

  /** Waits until a message with this text is in the visible part of the feed. */
  async sees(text: string): Promise<void> {
    await this.session.waitFor(
      `“${text}” in sight`,
      (wanted) => {
        const message = [...document.querySelectorAll<HTMLElement>('article[data-message]')].find((one) =>
          one.textContent.includes(wanted),
        )
        if (!message) return false
        const { left, top, width, height } = message.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return seen !== null && message.contains(seen)
      },
      text,
    )
  }

  async types(text: string): Promise<void> {
    await this.session.waitFor('the composer', () => {
      const field = document.querySelector<HTMLTextAreaElement>('#compose textarea')
      field?.focus()
      return field !== null && document.activeElement === field
    })
    await this.session.type(text)
  }

  async writes(text: string): Promise<void> {
    await this.types(text)
    await this.clicks('#compose button', 'Send')
  }

  async pointsAt({ x, y }: Point): Promise<void> {
    this.#origin ??= await this.#findOrigin()
    await this.#display.moveTo(this.#origin.x + x, this.#origin.y + y)
  }

  /** Clicks with the mouse: unlike WebDriver's clicks, it closes what a click outside closes. */
  async clicksAt(point: Point): Promise<void> {
    await this.pointsAt(point)
    await this.#display.click()
  }

  async drags(from: Point, ...to: Point[]): Promise<void> {
    await this.pointsAt(from)
    await this.#display.press()
    for (const point of to) await this.pointsAt(point)
    await this.#display.release()
  }

  async turnsWheel(direction: 'up' | 'down', notches: number, pauseMs: number): Promise<void> {
    await this.#display.wheel(direction, notches, pauseMs)
  }

  /** The window has a toolbar above the page: comparing mouse positions gives its height. */
  async #findOrigin(): Promise<Point> {
    await this.session.run(() => {
      addEventListener('mousemove', ({ clientX, clientY }) => {
        document.documentElement.dataset.pointer = JSON.stringify({ x: clientX, y: clientY })
      })
    })
    const at = { x: 500, y: 400 }
    const pointer = await until('the page sees the mouse', async () => {
      at.x++
      await this.#display.moveTo(at.x, at.y)
      const seen = await this.session.run(() => document.documentElement.dataset.pointer)
      return seen ? (JSON.parse(seen) as Point) : undefined
    })
    return { x: at.x - pointer.x, y: at.y - pointer.y }
  }
}

interface Visits {
  address: string
  /** One for all tests of a file. */
  display: Display
  visit(person: Person, size?: { width: number; height: number }): Promise<WebKitVisitor>
}

/** The server tests' `test`, with WebKit: each test has its own organization and browser. */
export const test = base.extend<Visits & { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      // names below `localhost` need no DNS
      const server = await startServer({ url: 'http://loquat.localhost' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const display = await Display.open()
      await use(display)
      await display.close()
    },
    { scope: 'file' },
  ],
  address: async ({ server, society }, use) => {
    await use(`http://${society.subdomain}.loquat.localhost:${server.port}`)
  },
  visit: async ({ address, display, server }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'loquat-webkit-'))
    const fonts = join(home, 'fonts.conf')
    await writeFile(fonts, fontsWith(emojiFontFolder))
    const environment = { HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, FONTCONFIG_FILE: fonts }
    let session: Session | undefined
    await use(async (person, { width, height } = { width: 1280, height: 900 }) => {
      // the driver has one browser at a time
      await session?.close()
      session = await Session.open({ display: display.name, environment })
      await session.resize(width, height)
      await setPassword(server, person)
      const visitor = new WebKitVisitor(session, display)
      await visitor.signsIn(address, person)
      return visitor
    })
    await session?.close()
    await rm(home, { recursive: true, force: true })
  },
})

/** The system's fonts and those of a folder. */
const fontsWith = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
</fontconfig>
`
