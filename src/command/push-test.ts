import { pushRelay, webPush } from './doctor-push.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'
import { Trial } from './trial.ts'

export const testPush = (means: Means): Command => ({
  name: 'push test',
  summary: 'Check the push relay and the key for browsers',
  about:
    'The relay is sent an empty list of notifications, with the configured key. To see a notification, use the test button in Settings > Notifications.',
  flags: { json },
  async run(input) {
    const trial = new Trial(means.terminal, input)
    await trial.step('push relay', async () => (await pushRelay(input.config)).says)
    await trial.step('web push', async () => {
      const { state, says } = await webPush(input.config)
      if (state === 'failed') throw new Error(says)
      return says
    })
    trial.end('Check --push-relay-url, --push-relay-org-id, and --push-relay-key; docs/push.md has more.')
  },
})
