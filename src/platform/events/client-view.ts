export interface QueueOptions {
  event_types?: string[] | undefined
  apply_markdown: boolean
  client_gravatar: boolean
  slim_presence: boolean
  all_public_streams: boolean
  narrow: unknown[]
  client_capabilities: Record<string, boolean>
  client_name?: string
  /** ID of the access token that registered it; only requests with it get the events. */
  access_token?: number
}

/** The options that decide how events look. Clients with the same key share serialized events. */
export interface ClientView {
  readonly key: string
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly slimPresence: boolean
  can(capability: string): boolean
}

export function clientView(options: QueueOptions): ClientView {
  const { apply_markdown, client_gravatar, slim_presence, client_capabilities } = options
  const capabilities = new Set(Object.keys(client_capabilities).filter((name) => client_capabilities[name]))
  return {
    key: [apply_markdown ? 1 : 0, client_gravatar ? 1 : 0, slim_presence ? 1 : 0, ...[...capabilities].sort()].join(),
    applyMarkdown: apply_markdown,
    clientGravatar: client_gravatar,
    slimPresence: slim_presence,
    can: (capability) => capabilities.has(capability),
  }
}
