import { apiError } from './errors.ts'

/*
 * What a named token may do. Every endpoint asks for one of these, by its declaration; none of them holds another.
 * `read` looks at what the account sees, `write` does what people do with messages and for themselves, `channels` makes
 * and changes channels and who is in them, `admin` is what the audit log keeps.
 */
export const scopes = ['read', 'write', 'channels', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** `open` needs no account; `never` is done with no token, whatever its scopes. */
export type NeededScope = Scope | 'open' | 'never'

export const insufficientScope = apiError(403, 'INSUFFICIENT_SCOPE', 'This takes a token with the scope {scope}')
export const notWithToken = apiError(403, 'NOT_WITH_TOKEN', 'This cannot be done with an access token')
export const notInChannels = apiError(
  403,
  'NOT_WITH_TOKEN',
  'This cannot be done with an access token that is limited to channels',
)
export const paramNotWithToken = apiError(403, 'NOT_WITH_TOKEN', "'{name}' cannot be changed with an access token")

const agent = 'Agent: '

/** What stands as the program of what is done with a token: which one it is, and that it is one. */
export const agentClient = (tokenName: string): string => agent + tokenName

/** The token's name, where a message or an entry of the audit log was made with one. */
export const agentOf = (client: string): string | undefined =>
  client.startsWith(agent) ? client.slice(agent.length) : undefined
