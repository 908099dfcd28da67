import { parseArgs } from 'node:util'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { registerClientDevice, registerPush } from '../../src/features/notifications/push-devices/api.ts'
import { PushApp } from './push-app.ts'
import { PushRelay } from './push-relay.ts'

/*
 * A push relay for developers, with an app behind it: it prints how to start a server with it, signs an app in where an
 * account is given, and shows what that app is told.
 */

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9993' },
    site: { type: 'string', default: 'http://127.0.0.1:9991' },
    email: { type: 'string' },
    'api-key': { type: 'string' },
  },
})

const relay = await PushRelay.start({ port: Number(values.port) })
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`The relay listens on ${relay.url}. A server uses it with:

  LOQUAT_PUSH_RELAY_URL=${relay.url} LOQUAT_PUSH_RELAY_ORG_ID=${relay.id} LOQUAT_PUSH_RELAY_KEY=${relay.key} npm start

Apps encrypt their registrations for ${relay.publicKey}
`)

const { email, 'api-key': apiKey, site } = values
const app = new PushApp(relay)
if (email && apiKey) {
  const client = new LoquatClient({ email, apiKey, transport: fetchTransport(site) })
  const { device_id } = await client.call(registerClientDevice, {})
  await client.call(registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  say(`${email} has signed in on device ${device_id}`)
} else say('With --email and --api-key an app signs in, and what it is told is shown here.')

let shown = { asked: 0, registered: 0, pushes: 0 }
for (;;) {
  const now = { asked: relay.asked.length, registered: relay.registered.length, pushes: relay.pushes.length }
  for (const { token, token_kind } of relay.registered.slice(shown.registered))
    say(`registered: ${token_kind} ${token}`)
  for (const push of relay.pushes.slice(shown.pushes))
    say(
      push.token === app.token
        ? `told: ${JSON.stringify(app.open(push))}`
        : `for ${push.token}, which somebody else reads: ${push.encrypted_data.length} letters`,
    )
  shown = now
  await relay.until(() => relay.asked.length > now.asked)
}
