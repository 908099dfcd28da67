// The public client's own event loop, in a process of its own: it never ends by itself. Prints each event as a line.
import zulip from 'zulip-js'

const { LOQUAT_REALM: realm, LOQUAT_USERNAME: username, LOQUAT_API_KEY: apiKey } = process.env
const client = await zulip({ realm, username, apiKey })
await client.callOnEachEvent((event) => console.log(JSON.stringify(event)), ['message'])
