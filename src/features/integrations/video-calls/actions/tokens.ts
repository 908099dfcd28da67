import type { UserId } from '#contract'
import type { Config } from '#platform/config'
import type { Mutation, Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import { tokenChanged, webexTokenChanged, zoomTokenChanged } from '../api.ts'
import { type MeetingProvider, meetingProvider } from '../provider.ts'
import type { Tokens } from '../provider-connection.ts'
import * as store from '../store.ts'

const purpose = 'meeting tokens'
/** Includes the provider, so that tokens aren't sent to one configured later. */
const ownerOf = (org: Organization, userId: UserId, { tokenUrl, clientId }: MeetingProvider) =>
  `${org.id} ${userId} ${clientId} ${tokenUrl}`

export interface Stored {
  readonly sealed: string
  readonly tokens: Tokens
}

export async function tokensOf(
  org: Organization,
  userId: UserId,
  config: Config,
  provider: MeetingProvider,
): Promise<Stored | undefined> {
  const sealed = await org.db.read((tx) => store.find(tx, userId))
  if (sealed === undefined) return undefined
  const text = secretsOf(config).open(purpose, ownerOf(org, userId, provider), sealed)
  if (text !== undefined) return { sealed, tokens: JSON.parse(text) as Tokens }
  // the key or provider has changed, so it can't be decrypted anymore
  await org.transact(null, (mutation) => dropTokens(mutation, userId, config, sealed))
  return undefined
}

/** Stores a user's tokens; returns the stored form. */
export async function keepTokens(
  mutation: Mutation,
  userId: UserId,
  config: Config,
  provider: MeetingProvider,
  tokens: Tokens,
): Promise<Stored> {
  const { tx, org, now } = mutation
  const sealed = secretsOf(config).seal(purpose, ownerOf(org, userId, provider), JSON.stringify(tokens))
  if (await store.put(tx, org.id, userId, sealed, now)) announce(mutation, userId, config, true)
  return { sealed, tokens }
}

/** Deletes tokens; with `sealed`, only if they're unchanged. */
export async function dropTokens(mutation: Mutation, userId: UserId, config: Config, sealed?: string): Promise<void> {
  if (await store.remove(mutation.tx, userId, sealed)) announce(mutation, userId, config, false)
}

function announce({ emit }: Mutation, userId: UserId, config: Config, value: boolean): void {
  const provider = meetingProvider(config)
  emit(tokenChanged, { value }, [userId])
  if (provider) emit(provider.wireName === 'zoom' ? zoomTokenChanged : webexTokenChanged, { value }, [userId])
}
