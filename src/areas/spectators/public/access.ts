import { asChannelId } from '#contract'
import type { OpenContext } from '#platform/serve'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { type Reader, readableReach, readerOf } from '../../messages/access/reader.ts'
import { spectator } from '../access.ts'
import { channelIn } from './addresses.ts'

/**
 * Who reads the public pages: a spectator, whoever is signed in, so that they are the same for everybody. Undefined
 * where the organization lets nobody read, or there is none.
 */
export async function publicReader({ maybeOrg: org, fetch }: OpenContext): Promise<Reader | undefined> {
  const viewer = org && spectator(org)
  return viewer && readerOf({ org, viewer, fetch })
}

const isOpen = (reader: Reader, channel: Channel): boolean => readableReach(reader, channel) === 'all'

/** What a spectator may read. */
export const openChannels = (reader: Reader): Channel[] =>
  [...reader.org.get(channelsMirror).byId.values()].filter((channel) => isOpen(reader, channel))

// perf: one for all, a hundred times as quick as one for each comparison
const alphabet = new Intl.Collator('en')
export const byName = (channels: readonly Channel[]): Channel[] =>
  channels.toSorted((a, b) => alphabet.compare(a.name, b.name) || a.id - b.id)

/** The channel with an id, if a spectator may read it. */
export function openChannel(reader: Reader, id: number): Channel | undefined {
  const channel = reader.org.get(channelsMirror).byId.get(asChannelId(id))
  return channel && isOpen(reader, channel) ? channel : undefined
}

/** The channel that a part of an address names, if a spectator may read it. */
export function openChannelIn(reader: Reader, part = ''): Channel | undefined {
  const id = channelIn(part)
  return id === undefined ? undefined : openChannel(reader, id)
}
