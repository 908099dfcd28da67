import type { Endpoint } from './endpoint.ts'

/*
 * What a named token may do. Every endpoint asks for one of these, by its declaration; none of them holds another.
 * `read` looks at what the account sees, `write` does what people do with messages and for themselves, `answer` presses
 * their buttons in interactive messages (besides `write`), `channels` makes and changes channels and who is in them,
 * `admin` is what the audit log keeps.
 */
export const scopes = ['read', 'write', 'answer', 'channels', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** `open` needs no account; `never` is done with no token, whatever its scopes. */
export type NeededScope = Scope | 'open' | 'never'

type Declared = Partial<Pick<Endpoint, 'method' | 'audited' | 'holdsSecrets' | 'scope'>> & { readonly caller?: string }

/**
 * What a token needs for an endpoint. Where its declaration does not say: what tells secrets is for none, what the audit
 * log keeps is administration, what changes nothing is reading.
 */
export function neededScope({ scope, method, caller, audited, holdsSecrets }: Declared): NeededScope {
  if (scope) return scope
  if (caller === 'anyone') return 'open'
  if (caller === 'webhook' || holdsSecrets) return 'never'
  if (audited || caller === 'administrator' || caller === 'owner') return 'admin'
  return method === 'GET' ? 'read' : 'write'
}

const agent = 'Agent: '

/** What stands as the program of what is done with a token: which one it is, and that it is one. */
export const agentClient = (tokenName: string): string => agent + tokenName

/** The token's name, where a message or an entry of the audit log was made with one. */
export const agentOf = (client: string | undefined): string | undefined =>
  client?.startsWith(agent) ? client.slice(agent.length) : undefined
