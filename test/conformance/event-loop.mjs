// Runs the public client's own event loop in its own process, because it never ends. Prints each event as a line.
import zulip from 'zulip-js'

const { LOQUAT_REALM: realm, LOQUAT_USERNAME: username, LOQUAT_API_KEY: apiKey } = process.env
const client = await zulip({ realm, username, apiKey })
await client.callOnEachEvent((event) => console.log(JSON.stringify(event)), ['message'])
