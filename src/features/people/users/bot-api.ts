import { apiError, asEither, bool, botTypes, endpoint, event, state, text, UserId, UserIdOut, z } from '#contract'
import { tooManyKept } from '../organization/totals.ts'
import { Bot, botLimits, serviceInterfaces } from './bot-wire.ts'
import { emailTaken, nameTaken, noSuchBot, noSuchUser, profileTextErrors } from './errors.ts'
import { fullName, role } from './input.ts'

export const cannotCreateBots = apiError(400, 'BAD_REQUEST', 'You do not have permission to create such bots')
export const botOwnerRank = apiError(
  400,
  'BAD_REQUEST',
  'You can’t transfer a bot to someone with a higher role than yours',
)
export const badShortName = apiError(400, 'BAD_REQUEST', 'Bad name or username')
export const badPayloadUrl = apiError(400, 'BAD_REQUEST', 'An outgoing webhook needs a URL to post to')
export const noEmbeddedBots = apiError(400, 'BAD_REQUEST', 'Embedded bots are not enabled.')
export const notOutgoing = apiError(400, 'BAD_REQUEST', 'Only outgoing webhook bots have a URL')

/** compat: raw, or as a JSON text. */
const address = asEither(z.union([text({ max: botLimits.url }), z.number().transform(String)]))
const short_name = text({ trim: true, min: 1, max: botLimits.shortName })
/** A public channel by name; empty for none. */
const default_stream = text({ trim: true, max: 60 }).optional()
const service_interface = z.literal(Object.values(serviceInterfaces))

const answered = {
  user_id: UserIdOut,
  api_key: z.string(),
  avatar_url: z.string().nullable(),
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: bool,
}

export const getBots = endpoint('GET /bots', {
  summary: 'Get your bots',
  holdsSecrets: true,
  result: {
    bots: z.array(z.object({ ...answered, username: z.string(), full_name: z.string(), services: Bot.shape.services })),
  },
})

export const createBot = endpoint('POST /bots', {
  summary: 'Create a bot',
  contributes: true,
  audited: true,
  holdsSecrets: true,
  caller: 'human',
  params: {
    full_name: fullName,
    short_name,
    bot_type: z.literal(Object.values(botTypes)).default(botTypes.generic),
    payload_url: address.optional(),
    interface_type: service_interface.default(serviceInterfaces.own),
    default_sending_stream: default_stream,
    default_events_register_stream: default_stream,
    default_all_public_streams: bool.default(false),
  },
  result: answered,
  errors: [
    cannotCreateBots,
    badShortName,
    badPayloadUrl,
    noEmbeddedBots,
    emailTaken,
    nameTaken,
    tooManyKept,
    ...profileTextErrors,
  ],
})

/** Changing the owner regenerates the API key. */
export const updateBot = endpoint('PATCH /bots/{bot_id}', {
  summary: 'Update a bot',
  contributes: true,
  audited: true,
  params: {
    bot_id: UserId,
    full_name: fullName.optional(),
    short_name: short_name.optional(),
    bot_owner_id: UserId.optional(),
    role: role.optional(),
    service_payload_url: address.optional(),
    service_interface: service_interface.optional(),
    default_sending_stream: default_stream,
    default_events_register_stream: default_stream,
    default_all_public_streams: bool.optional(),
  },
  result: { full_name: z.string(), avatar_url: z.string().nullable(), bot_owner: z.string().nullable() },
  errors: [
    noSuchBot,
    noSuchUser,
    botOwnerRank,
    badShortName,
    badPayloadUrl,
    notOutgoing,
    emailTaken,
    nameTaken,
    ...profileTextErrors,
  ],
})

export const deactivateBot = endpoint('DELETE /bots/{bot_id}', {
  summary: 'Deactivate a bot',
  audited: true,
  params: { bot_id: UserId },
  errors: [noSuchBot],
})

export const getBotApiKey = endpoint('GET /bots/{bot_id}/api_key', {
  summary: "Get a bot's API key",
  holdsSecrets: true,
  params: { bot_id: UserId },
  result: { api_key: z.string() },
  errors: [noSuchBot],
})

export const regenerateBotApiKey = endpoint('POST /bots/{bot_id}/api_key/regenerate', {
  summary: "Regenerate a bot's API key",
  audited: true,
  holdsSecrets: true,
  params: { bot_id: UserId },
  result: { api_key: z.string() },
  errors: [noSuchBot],
})

export const botAdded = event('realm_bot', 'add', { bot: Bot })
export const botUpdated = event('realm_bot', 'update', { bot: Bot.partial().required({ user_id: true }) })
export const botDeleted = event('realm_bot', 'delete', { bot: z.object({ user_id: UserIdOut }) })

const without = (bots: Bot[], id: number) => bots.filter(({ user_id }) => user_id !== id)

/** The bots that the caller administers: every one for an administrator, otherwise their own. */
export const realmBots = state('realm_bots', z.array(Bot), 'realm_bot')
  .on(botAdded, (bots, { bot }) => [...without(bots, bot.user_id), bot].sort((a, b) => a.user_id - b.user_id))
  .on(botUpdated, (bots, { bot }) => bots.map((one) => (one.user_id === bot.user_id ? { ...one, ...bot } : one)))
  .on(botDeleted, (bots, { bot }) => without(bots, bot.user_id))
