import type { Account } from './account.ts'
import type { Bot } from './bot-wire.ts'

export function botObject({ id, botSettings }: Account): Bot {
  const { allPublicStreams = false, sendingChannel, eventsChannel, service, integrations = {} } = botSettings
  return {
    user_id: id,
    default_sending_stream: sendingChannel?.name ?? null,
    default_events_register_stream: eventsChannel?.name ?? null,
    default_all_public_streams: allPublicStreams,
    services: service ? [{ ...service }] : [],
    integrations: Object.entries(integrations).map(([name, { sealed, secret, topic = '', text = '', usual }]) => ({
      name,
      has_secret: (sealed ?? secret) !== undefined,
      topic,
      text,
      usual: usual
        ? {
            stream_id: usual.channelId,
            topic: usual.topic,
            exclude_events: [...usual.excludedEvents],
            branches: [...usual.branches],
          }
        : null,
    })),
  }
}
