import { afterAll, afterEach, beforeAll, type Person, startServer, TestOrganization, type TestServer } from '#test'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import { registerClientDevice, registerPush } from '../api.ts'

class PushScene {
  relay!: PushRelay
  server!: TestServer

  async start(): Promise<void> {
    this.relay = await PushRelay.start()
    this.server = await startServer(this.relay.flags)
  }

  async stop(): Promise<void> {
    await this.server.close()
    await this.relay.close()
  }

  calm(): void {
    this.relay.interfere = undefined
    this.server.clock.release()
  }

  wake(): Promise<string> {
    return this.server.runtime.timer.wake().then(
      () => '',
      (error: Error) => String(error),
    )
  }

  async withApp(person: Person): Promise<PushApp & { device_id: number }> {
    const app = new PushApp(this.relay)
    const { device_id } = await person.call(registerClientDevice)
    await person.call(registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
    await this.wake()
    return Object.assign(app, { device_id })
  }

  async people() {
    const society = await TestOrganization.found(this.server)
    const ben = await society.join('Ben')
    return { society, ada: society.owner, ben, app: await this.withApp(ben) }
  }
}

export function pushScene(): PushScene {
  const scene = new PushScene()
  beforeAll(() => scene.start())
  afterEach(() => scene.calm())
  afterAll(() => scene.stop())
  return scene
}

export const answered =
  (status: number, text = ''): PushRelay['interfere'] =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    return true
  }
export const hangingUp: PushRelay['interfere'] = (_asked, response) => !response.socket?.destroy() || true

export const direct = async (from: Person, to: Person[], content = 'Hello'): Promise<number> => {
  const id = await from.sends(content, to)
  return id as number
}

export const toChannel = async (from: Person, channel: string, topic: string, content: string): Promise<number> => {
  const id = await from.sends(content, { channel, topic })
  return id as number
}

export const subscribe = (by: Person, name: string, members: Person[], more: Record<string, unknown> = {}) =>
  by.send('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: members.map(({ id }) => id),
    ...more,
  })
