import { bool, int, z } from '#contract'

/** Formats of outgoing webhooks: this API's, or Slack's. */
export const serviceInterfaces = { own: 1, slack: 2 } as const
export type ServiceInterface = (typeof serviceInterfaces)[keyof typeof serviceInterfaces]

/** In characters; names are users' names. */
export const botLimits = { name: 100, shortName: 60, url: 2_000 }

export const BotService = z.object({ base_url: z.string(), interface: int, token: z.string() })

/** An integration that posts as the bot. Its secret is never returned; templates are those of the generic one. */
const BotIntegration = z.object({
  name: z.string(),
  has_secret: bool,
  topic: z.string(),
  text: z.string(),
  /** What applies to URLs without these parameters; null if it was never set. */
  usual: z
    .object({
      /** Null for a direct message to the bot's owner. */
      stream_id: int.nullable(),
      /** Empty for the tool's own topics. */
      topic: z.string(),
      exclude_events: z.array(z.string()),
      branches: z.array(z.string()),
    })
    .nullable(),
})

/** A bot's additional data for its administrators. compat: since level 474 without its key. */
export const Bot = z.object({
  user_id: int,
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: bool,
  services: z.array(BotService),
  integrations: z.array(BotIntegration),
})
export type Bot = z.infer<typeof Bot>
