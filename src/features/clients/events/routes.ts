import { type ParamsOf, rateLimitHit } from '#contract'
import type { SharedText } from '#platform/compression'
import { featureLevel, version } from '#platform/config'
import { type Closing, clientView, type Events, type QueueOptions } from '#platform/events'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import {
  CommonFields,
  type Context,
  JsonFields,
  JsonText,
  type RegisterContext,
  type Route,
  ServerSentEvents,
  serve,
  stays,
} from '#platform/serve'
import { quotasOf } from '../../people/organization/quotas.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { spectatorState } from '../spectators/serialize.ts'
import * as api from './api.ts'
import { idleQueueTimeoutSecs, maxIdleQueueTimeoutSecs } from './api.ts'

const versions = {
  service_version: version,
  service_feature_level: featureLevel,
  service_merge_base: version,
  zulip_version: version,
  zulip_feature_level: featureLevel,
  zulip_merge_base: version,
}

async function registerSpectator(ctx: Context, params: ParamsOf<typeof api.registerQueue.params>) {
  if (params.client_gravatar) throw api.notForSpectators({}, { name: 'client_gravatar' })
  if (String(params.include_subscribers) !== 'false') throw api.notForSpectators({}, { name: 'include_subscribers' })
  const wanted = params.fetch_event_types ?? params.event_types
  const state = await spectatorState(ctx, wanted && new Set(wanted))
  return { queue_id: null, last_event_id: -1, ...versions, ...state }
}

/** compat: libraries send an empty narrow for bots that ask for none. */
const inChannel = (operand: number) => [{ operator: 'channel', operand }]

const itemsAtOnce = 100

/** Minimum characters per chunk of a response, except the last. */
const pieceLength = 50_000

/**
 * Serializes the response in chunks, yielding in between: a thousand channels and ten thousand people would block the
 * event loop. Values that are serialized already are used as they are.
 */
async function written(fields: Record<string, unknown>): Promise<JsonFields> {
  const pieces: (string | SharedText)[] = []
  const pace = new Pace()
  let piece = ''
  const add = async (text: string | SharedText) => {
    if (typeof text === 'string') piece += text
    else {
      if (piece !== '') pieces.push(piece)
      pieces.push(text)
      piece = ''
    }
    if (piece.length >= pieceLength) {
      pieces.push(piece)
      piece = ''
    }
    await pace.step()
  }
  let between = ''
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue
    await add(`${between}${JSON.stringify(key)}:`)
    between = ','
    if (value instanceof JsonText) for (const text of value.pieces) await add(text)
    else if (!Array.isArray(value) || value.length <= itemsAtOnce) await add(JSON.stringify(value))
    else {
      for (let at = 0; at < value.length; at += itemsAtOnce)
        await add(`${at === 0 ? '[' : ','}${JSON.stringify(value.slice(at, at + itemsAtOnce)).slice(1, -1)}`)
      await add(']')
    }
  }
  return new JsonFields([...pieces, piece])
}

/** Mobile clients can be away for days. */
function lifespanSecs(asked: number | 'mobile' | undefined): number {
  if (asked === 'mobile') return maxIdleQueueTimeoutSecs
  return Math.min(asked || idleQueueTimeoutSecs, maxIdleQueueTimeoutSecs)
}

const fullSecs = 30

/** Registrations are few and counted at once, so concurrent ones exceed the quota only slightly. */
async function checkQueueQuota(org: Organization): Promise<void> {
  const { event_queues: most } = quotasOf(org, org.services.config)
  if (most !== null && (await org.queues.connected()) >= most) throw rateLimitHit(fullSecs)
}

/** Characters written at once, so that a slow reader holds little memory; a single event may have more. */
const maxFrames = 64_000

/**
 * Server-sent events, until the connection or its session ends. Starts with a comment: a client that doesn't get it at
 * once knows that a proxy buffers responses.
 */
async function* framesOf(batches: AsyncIterable<Events>, closed: Closing): AsyncGenerator<string> {
  yield ': connected\n\n'
  for await (const events of batches) {
    let frames = ''
    for (const { id, text } of events) {
      if (closed.isClosed) return
      if (frames.length > maxFrames) {
        yield frames
        frames = ''
      }
      frames += `id: ${id}\ndata: ${text}\n\n`
    }
    yield frames
  }
}

export const routes: readonly Route[] = [
  serve(api.registerQueue, async (ctx, params) => {
    const { org, viewer, server, costAccount, request } = ctx
    if (viewer.isSpectator) return registerSpectator(ctx, params)
    const capabilities = [...params.client_capabilities].filter(([, value]) => value === true)
    const bot = org.get(peopleCache).byId.get(viewer.id)?.botSettings ?? {}
    const options: QueueOptions = {
      event_types: params.event_types,
      apply_markdown: params.apply_markdown,
      client_gravatar: params.client_gravatar ?? true,
      slim_presence: params.slim_presence,
      all_public_streams: params.all_public_streams ?? bot.allPublicStreams ?? false,
      narrow: params.narrow.length > 0 || !bot.eventsChannel ? params.narrow : inChannel(bot.eventsChannel.id),
      client_capabilities: Object.fromEntries(capabilities) as Record<string, boolean>,
      ...(request.token ? { access_token: request.token.id } : {}),
    }
    const wanted = params.fetch_event_types ?? params.event_types
    const fetch = wanted && new Set(wanted)
    const register: RegisterContext = {
      org,
      server,
      viewer,
      client: clientView(options),
      includeSubscribers: String(params.include_subscribers) as RegisterContext['includeSubscribers'],
      presenceHistoryDays: params.presence_history_limit_days,
      get: (cache) => org.get(cache),
    }
    await checkQueueQuota(org)
    org.services.queueServices.filter(org, viewer.id, options)
    const { state, at } = await org.readAtPosition(async (tx, at) => {
      const state: Record<string, unknown> = {}
      const pace = new Pace()
      for (const initial of server.initials) {
        await pace.step()
        if (fetch ? initial.state.fetch.every((name) => fetch.has(name)) : !initial.onlyWhenNamed)
          Object.assign(state, await initial.load(tx, viewer, register))
      }
      return { state, at }
    }, costAccount)
    const lifespan = lifespanSecs(params.idle_queue_timeout ?? params.queue_lifespan_secs)
    const queue_id = await org.queues.create(viewer.id, at, lifespan, options)
    return written({
      queue_id,
      last_event_id: -1,
      idle_queue_timeout_secs: lifespan,
      ...versions,
      ...state,
    })
  }),
  {
    ...serve(api.getEvents, async ({ org, viewer, request }, { queue_id, last_event_id, dont_block }) => {
      const events = await org.queues.poll(queue_id, viewer.id, last_event_id, dont_block, request)
      const end = `],"queue_id":${JSON.stringify(queue_id)}`
      const [only] = events
      // share the serialized event with clients that are answered at the same time
      if (only && events.length === 1) return new CommonFields(only.shared, only.rest + end)
      return new JsonFields(`"events":[${events.map(({ text }) => text).join(',')}${end}`)
    }),
    direct: true,
  },
  {
    ...serve(api.streamEvents, async ({ org, viewer, request }, { queue_id, last_event_id }) => {
      const batches = await org.queues.stream(queue_id, viewer.id, last_event_id, request)
      return new ServerSentEvents(framesOf(batches, request.closed))
    }),
    direct: true,
  },
  stays(
    serve(api.deleteQueue, async ({ org, viewer, request }, { queue_id }) => {
      await org.queues.remove(queue_id, viewer.id, request.token?.id)
      return {}
    }),
  ),
]
