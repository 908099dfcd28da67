import { signal } from '@preact/signals'
import { LoquatClient, type Transport } from '../../client/index.ts'
import { parseLong } from './long-json.ts'

/** Marks requests from this client's own script, because a cookie alone isn't accepted (CSRF). */
const ownHeader = { 'x-loquat-web': '1' }
/** After this many attempts, a 429 counts as a refusal. */
const maxAttempts = 5
const noticedSecs = 4
/** Requests that would wait longer fail at once with a message. */
const longestWaitSecs = 90

export const lastHeard = signal(new Date())
/** Until when the server asked clients to wait, if that's long enough to show. */
export const busyUntil = signal<Date | undefined>(undefined)
let patientUntil = 0
/** The server's current build of this client, from its responses; undefined before the first one. */
export const servedBuild = signal<string | undefined>(undefined)

const transport: Transport = async ({ method, path, headers, body, signal, streams }) => {
  for (let attempt = 1; ; attempt++) {
    await patience(signal)
    const reply = await fetch(path.slice(1), {
      method,
      headers: { ...headers, ...ownHeader },
      credentials: 'same-origin',
      signal: signal ?? null,
      ...(body === undefined
        ? {}
        : { body, keepalive: body.length < 50_000 && (path.includes('/flags') || method === 'DELETE') }),
    })
    servedBuild.value = reply.headers.get('x-loquat-build') ?? servedBuild.peek()
    const retryAfterSecs = Number(reply.headers.get('retry-after') ?? 0)
    // a rate-limited request had no effect, so it can be repeated later
    if (reply.status === 429 && attempt < maxAttempts && retryAfterSecs <= longestWaitSecs) {
      patientUntil = Math.max(patientUntil, Date.now() + Math.max(1, retryAfterSecs) * 1000)
      if (retryAfterSecs >= noticedSecs) busyUntil.value = new Date(patientUntil)
      continue
    }
    if (reply.status < 500) lastHeard.value = new Date()
    if (streams && reply.headers.get('content-type')?.startsWith('text/event-stream'))
      return { status: reply.status, body: reply.body }
    return { status: reply.status, body: await parseLong(await reply.text()), retryAfterSecs }
  }
}

/** While rate limited, all requests wait: one more would only prolong it. */
async function patience(signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const ms = patientUntil - Date.now()
    if (ms <= 0) break
    await new Promise((resolve) => setTimeout(resolve, ms))
    signal?.throwIfAborted()
  }
  if (busyUntil.peek()) busyUntil.value = undefined
}

export const api = new LoquatClient({ transport })
