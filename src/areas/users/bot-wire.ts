import { bool, int, z } from '#contract'

/** The formats in which an outgoing webhook posts: this API's own, or Slack's. */
export const serviceInterfaces = { own: 1, slack: 2 } as const

export const BotService = z.object({ base_url: z.string(), interface: int, token: z.string() })

/** A tool that posts as the bot. Its secret is told to nobody; the templates are those of the generic format. */
const BotIntegration = z.object({ name: z.string(), has_secret: bool, topic: z.string(), text: z.string() })

/** What those who administer a bot need beyond its user object. compat: since level 474 without its key. */
export const Bot = z.object({
  user_id: int,
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: bool,
  services: z.array(BotService),
  integrations: z.array(BotIntegration),
})
export type Bot = z.infer<typeof Bot>
