export const invitationIn = (query: URLSearchParams): string | undefined =>
  // compat: what the same parameter is called in addresses of the public API
  (query.get('key') ?? query.get('multiuse_object_key') ?? '').slice(0, 200) || undefined
