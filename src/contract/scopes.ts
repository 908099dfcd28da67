import type { Endpoint } from './endpoint.ts'

/*
 * Scopes of access tokens; each endpoint requires one, and none includes another. `read`: what the account can see;
 * `write`: messages and personal settings; `answer`: buttons in interactive messages (in addition to `write`);
 * `channels`: channels and their subscribers; `admin`: everything that's in the audit log.
 */
export const scopes = ['read', 'write', 'answer', 'channels', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** `open` needs no account; `never` is refused for all tokens. */
export type NeededScope = Scope | 'open' | 'never'

type Declared = Partial<Pick<Endpoint, 'method' | 'audited' | 'holdsSecrets' | 'scope'>> & { readonly caller?: string }

/**
 * The scope an endpoint requires. By default, endpoints with secrets are `never`, audited ones `admin`, and those that
 * change nothing `read`.
 */
export function neededScope({ scope, method, caller, audited, holdsSecrets }: Declared): NeededScope {
  if (scope) return scope
  if (caller === 'anyone') return 'open'
  if (caller === 'webhook' || holdsSecrets) return 'never'
  if (audited || caller === 'administrator' || caller === 'owner') return 'admin'
  return method === 'GET' ? 'read' : 'write'
}

const agent = 'Agent: '

/** The client name recorded for a token, marked as an agent. */
export const agentClient = (tokenName: string): string => agent + tokenName

/** The token's name if the client is an agent. */
export const agentOf = (client: string | undefined): string | undefined =>
  client?.startsWith(agent) ? client.slice(agent.length) : undefined
