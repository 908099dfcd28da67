import { botTypes } from '#contract'
import { test as base, type Person, startServer, type TestServer } from '#test'
import { WebServer } from '../../../../test/harness/web.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'
import { outgoingWebhooks } from './due.ts'

/** A server that can call webhooks on this machine, and a web server to receive them. */
export const test = base.extend<{ server: TestServer; web: WebServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ outboundAllow: '127.0.0.0/8' })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  web: async ({}, use) => {
    const web = await WebServer.start(() => ({ response_not_required: true }))
    await use(web)
    await web.close()
  },
})

export async function makeHook(owner: Person, url: string, more: { name?: string; interface_type?: 1 | 2 } = {}) {
  const { name = 'Loom', interface_type = serviceInterfaces.own } = more
  const { user_id } = await owner.call(createBot, {
    full_name: name,
    short_name: name.toLowerCase(),
    bot_type: botTypes.outgoingWebhook,
    payload_url: url,
    interface_type,
  })
  return { id: user_id, name, mention: `@**${name}|${user_id}**` }
}

/** Runs deliveries, including those they cause, until none are left. */
export async function deliver({ runtime }: TestServer): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await runtime.timer.wake()
    await outgoingWebhooks.settled(runtime)
  }
}
