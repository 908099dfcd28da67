/** What a client says of itself when it registers; kept with its queue. */
export interface QueueOptions {
  event_types?: string[] | undefined
  apply_markdown: boolean
  client_gravatar: boolean
  slim_presence: boolean
  all_public_streams: boolean
  narrow: unknown[]
  client_capabilities: Record<string, boolean>
  client_name?: string
  /** Opened with this token: whoever asks by anything else does not get its events. */
  access_token?: number
}

/** The part of it that decides how events look. Clients with the same key see the same. */
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
