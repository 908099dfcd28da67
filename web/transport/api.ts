import { signal } from '@preact/signals'
import { LoquatClient, type Transport } from '../../client/index.ts'
import { parseLong } from './long-json.ts'

/** Says that a request comes from this client's own script: a cookie alone counts for nothing. */
const ownHeader = { 'x-loquat-web': '1' }
/** A server that still asks for patience after so many attempts has refused. */
const maxAttempts = 5
const noticedSecs = 4
/** What would wait longer than this fails at once, and says so. */
const longestWaitSecs = 90

/** When the server was last heard of. */
export const lastHeard = signal(new Date())
/** Until when the server has asked to be left alone, if that is long enough to be noticed. */
export const busyUntil = signal<Date | undefined>(undefined)
let patientUntil = 0
/** Which build of this client the server has, as its answers say; undefined before the first one. */
export const servedBuild = signal<string | undefined>(undefined)

const transport: Transport = async ({ method, path, headers, body, signal }) => {
  for (let attempt = 1; ; attempt++) {
    await patience(signal)
    const reply = await fetch(path.slice(1), {
      method,
      headers: { ...headers, ...ownHeader },
      credentials: 'same-origin',
      signal: signal ?? null,
      ...(body === undefined
        ? {}
        : { body, keepalive: body.length < 50_000 && method === 'POST' && path.includes('/flags') }),
    })
    servedBuild.value = reply.headers.get('x-loquat-build') ?? servedBuild.peek()
    const retryAfterSecs = Number(reply.headers.get('retry-after') ?? 0)
    // a request that was refused for its number has done nothing: it may be sent again, later
    if (reply.status === 429 && attempt < maxAttempts && retryAfterSecs <= longestWaitSecs) {
      patientUntil = Math.max(patientUntil, Date.now() + Math.max(1, retryAfterSecs) * 1000)
      if (retryAfterSecs >= noticedSecs) busyUntil.value = new Date(patientUntil)
      continue
    }
    if (reply.status < 500) lastHeard.value = new Date()
    return { status: reply.status, body: await parseLong(await reply.text()), retryAfterSecs }
  }
}

/** Whoever is asked to wait lets every request wait: one more would only make it longer. */
async function patience(signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const ms = patientUntil - Date.now()
    if (ms <= 0) break
    await new Promise((resolve) => setTimeout(resolve, ms))
    signal?.throwIfAborted()
  }
  if (busyUntil.peek()) busyUntil.value = undefined
}

/** The way to the server: calls endpoints by their declarations, with the browser's own session. */
export const api = new LoquatClient({ transport })
