import { LoquatClient, type Transport } from '../../client/index.ts'

/** Says that a request comes from this client's own script: a cookie alone counts for nothing. */
const ownHeader = { 'x-loquat-web': '1' }

const transport: Transport = async ({ method, path, headers, body }) => {
  const reply = await fetch(path, {
    method,
    headers: { ...headers, ...ownHeader },
    credentials: 'same-origin',
    ...(body === undefined
      ? {}
      : { body, keepalive: body.length < 50_000 && method === 'POST' && path.includes('/flags') }),
  })
  return {
    status: reply.status,
    body: await reply.json(),
    retryAfterSecs: Number(reply.headers.get('retry-after') ?? 0),
  }
}

/** The way to the server: calls endpoints by their declarations, with the browser's own session. */
export const api = new LoquatClient({ transport })
